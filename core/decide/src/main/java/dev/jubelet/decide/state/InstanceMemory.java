package dev.jubelet.decide.state;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one instance of a container.
 *
 * @param exitedAt when it ended, on our own clock, which does not jump
 * @param stopBegun when its end was first begun, so that its grace never grows
 * @param granted the shortest grace that a stop of it was begun with
 * @param restart whether it was stopped so that its container runs again, whatever its exit says
 * @param postStart its hook, when this life of our process started it
 * @param preStop its hook, when it is being ended
 */
@RecordBuilder
public record InstanceMemory(
    @Nullable Instant exitedAt,
    @Nullable Instant stopBegun,
    @Nullable Duration granted,
    boolean restart,
    @Nullable Hook postStart,
    @Nullable Hook preStop) {
  static final InstanceMemory NONE = new InstanceMemory(null, null, null, false, null, null);
}
