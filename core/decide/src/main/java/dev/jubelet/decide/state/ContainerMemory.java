package dev.jubelet.decide.state;

import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.runtime.ObservedImage;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one container, whichever instance of it runs.
 *
 * @param image made ready for its next instance
 * @param crash its crash back-off
 * @param attempt the highest that was seen of it, so that counts never fall; negative when none was
 */
@RecordBuilder
public record ContainerMemory(@Nullable ObservedImage image, @Nullable Backoff crash, int attempt) {
  static final ContainerMemory NONE = new ContainerMemory(null, null, -1);

  /** Whether there ever was an instance of it. */
  public boolean ran() {
    return attempt >= 0;
  }
}
