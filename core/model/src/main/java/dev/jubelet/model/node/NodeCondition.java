package dev.jubelet.model.node;

import dev.jubelet.model.status.ConditionStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public record NodeCondition(
    String type,
    ConditionStatus status,
    @Nullable Instant lastHeartbeatTime,
    @Nullable Instant lastTransitionTime,
    String reason,
    String message) {

  /** The same news, whenever it was last said. */
  public NodeCondition timeless() {
    return new NodeCondition(type, status, null, lastTransitionTime, reason, message);
  }
}
