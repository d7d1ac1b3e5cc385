package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.ContainerEventType;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The runtime's events. */
public final class EventMessages {
  private EventMessages() {}

  /** Empty for a kind that a later CRI may bring. */
  public static Optional<ContainerEvent> event(ContainerEventResponse wire) {
    return switch (wire.getContainerEventType()) {
      case CONTAINER_CREATED_EVENT -> event(ContainerEvent.Kind.CREATED, wire);
      case CONTAINER_STARTED_EVENT -> event(ContainerEvent.Kind.STARTED, wire);
      case CONTAINER_STOPPED_EVENT -> event(ContainerEvent.Kind.STOPPED, wire);
      case CONTAINER_DELETED_EVENT -> event(ContainerEvent.Kind.DELETED, wire);
      case UNRECOGNIZED -> Optional.empty();
    };
  }

  public static ContainerEventType type(ContainerEvent.Kind kind) {
    return switch (kind) {
      case CREATED -> ContainerEventType.CONTAINER_CREATED_EVENT;
      case STARTED -> ContainerEventType.CONTAINER_STARTED_EVENT;
      case STOPPED -> ContainerEventType.CONTAINER_STOPPED_EVENT;
      case DELETED -> ContainerEventType.CONTAINER_DELETED_EVENT;
    };
  }

  private static Optional<ContainerEvent> event(
      ContainerEvent.Kind kind, ContainerEventResponse wire) {
    return Optional.of(
        new ContainerEvent(
            kind, wire.getContainerId(), uid(wire), WireTime.instant(wire.getCreatedAt())));
  }

  private static @Nullable PodUid uid(ContainerEventResponse wire) {
    PodSandboxStatus sandbox = wire.getPodSandboxStatus();
    String uid =
        PodLabels.orElse(sandbox.getLabelsMap(), PodLabels.POD_UID, sandbox.getMetadata().getUid());
    for (ContainerStatus container : wire.getContainersStatusesList()) {
      if (uid.isEmpty()) {
        uid = PodLabels.orElse(container.getLabelsMap(), PodLabels.POD_UID, "");
      }
    }
    return uid.isEmpty() ? null : new PodUid(uid);
  }
}
