package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.EventMessages;
import dev.jubelet.cri.messages.WireTime;
import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.PodSandboxMetadata;
import dev.jubelet.cri.wire.PodSandboxState;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Events with what clients want beside them: how the whole pod looks now. */
final class EventAnswers {
  private final ContainerRuntime runtime;
  private final Statuses statuses;

  EventAnswers(ContainerRuntime runtime, Statuses statuses) {
    this.runtime = runtime;
    this.statuses = statuses;
  }

  ContainerEventResponse answer(ContainerEvent event) {
    ContainerEventResponse.Builder answer =
        ContainerEventResponse.newBuilder()
            .setContainerId(event.containerId())
            .setContainerEventType(EventMessages.type(event.kind()))
            .setCreatedAt(WireTime.nanos(event.at()));
    PodUid uid = event.uid();
    if (uid == null) {
      return answer.build();
    }
    // The last sandbox of a pod may be gone; whose event it is must be told all the same.
    answer.setPodSandboxStatus(
        PodSandboxStatus.newBuilder()
            .setMetadata(PodSandboxMetadata.newBuilder().setUid(uid.value()))
            .setState(PodSandboxState.SANDBOX_NOTREADY));
    try {
      sandboxOf(event.containerId(), uid).ifPresent(sandbox -> look(answer, sandbox, uid));
    } catch (OutsideFailure cannotLook) {
      // The news are worth telling without the view.
    }
    return answer.build();
  }

  private void look(ContainerEventResponse.Builder answer, SandboxId sandbox, PodUid uid) {
    statuses.sandbox(sandbox).ifPresent(answer::setPodSandboxStatus);
    answer.addAllContainersStatuses(statuses.containersOf(sandbox, uid));
  }

  /** That which the event is about, that of its container, or else the pod's newest. */
  private Optional<SandboxId> sandboxOf(String id, PodUid uid) {
    List<ObservedSandbox> sandboxes = runtime.sandboxes().list(uid);
    if (sandboxes.stream().anyMatch(each -> each.id().value().equals(id))) {
      return Optional.of(new SandboxId(id));
    }
    return runtime.containers().list(uid).stream()
        .filter(each -> each.id().value().equals(id))
        .map(ObservedContainer::sandbox)
        .findFirst()
        .or(() ->
            sandboxes.stream()
                .max(Comparator.comparing(ObservedSandbox::createdAt))
                .map(ObservedSandbox::id));
  }
}
