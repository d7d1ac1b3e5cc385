package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in the fake runtime.
 *
 * @param id of the sandbox or container
 * @param sandbox the sandbox's own id, or that of the container's sandbox
 * @param name the pod's or the container's name
 * @param exitCode for exits only
 */
public record FakeRuntimeEvent(
    Instant at,
    Kind kind,
    PodUid uid,
    String id,
    String sandbox,
    String name,
    int attempt,
    @Nullable Integer exitCode) {
  public enum Kind {
    SANDBOX_RAN,
    SANDBOX_STOPPED,
    SANDBOX_REMOVED,
    CONTAINER_CREATED,
    CONTAINER_STARTED,
    CONTAINER_SIGNALLED,
    CONTAINER_EXITED,
    CONTAINER_REMOVED
  }
}
