package dev.jubelet.model.runtime;

import dev.jubelet.model.pod.PodUid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The runtime tells that something happened to a container or sandbox of a pod. */
public record ContainerEvent(Kind kind, String containerId, @Nullable PodUid uid, Instant at) {
  public enum Kind {
    CREATED,
    STARTED,
    STOPPED,
    DELETED
  }
}
