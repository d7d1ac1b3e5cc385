package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what the names in a path mean. */
final class PodLookup {
  private final ServedNode node;

  PodLookup(ServedNode node) {
    this.node = node;
  }

  Optional<PodReport> pod(Map<String, String> names) {
    return node.pages().pods().get().stream()
        .filter(each -> each.pod().metadata().name().equals(names.get("pod")))
        .filter(each -> each.pod().metadata().namespace().equals(names.get("namespace")))
        .findFirst();
  }

  /**
   * Some paths name the UID of a pod, so that nobody gets into a successor of the same name.
   *
   * @param successor what is said of such a successor
   */
  Pod pod(Map<String, String> names, String successor) throws Refused {
    Pod pod = pod(names).orElseThrow(() -> new Refused(404, "pod does not exist")).pod();
    String wanted = names.getOrDefault("uid", "");
    if (!wanted.isEmpty() && !wanted.equals(pod.metadata().uid())) {
      throw new Refused(404, successor);
    }
    return pod;
  }

  static boolean hasContainer(Pod pod, String name) {
    return pod.spec().allContainers().anyMatch(each -> each.name().equals(name));
  }

  static boolean hasTerminal(Pod pod, String name) {
    return pod.spec().allContainers().anyMatch(each -> each.name().equals(name) && each.tty());
  }

  static Optional<ContainerStatus> status(PodStatus status, String container) {
    return Stream.of(
            status.containerStatuses(),
            status.initContainerStatuses(),
            status.ephemeralContainerStatuses())
        .flatMap(List::stream)
        .filter(each -> each.name().equals(container))
        .findFirst();
  }

  /** The running container of that name; of several the latest. */
  static Optional<ContainerId> running(ContainerRuntime runtime, PodUid uid, String container) {
    return runtime.containers().list(uid).stream()
        .filter(each -> each.uid().equals(uid))
        .filter(each -> each.name().equals(container) && each.running())
        .max(Comparator.comparingInt(ObservedContainer::attempt))
        .map(ObservedContainer::id);
  }

  static Optional<SandboxId> readySandbox(ContainerRuntime runtime, PodUid uid) {
    return runtime.sandboxes().list(uid).stream()
        .filter(each -> each.uid().equals(uid) && each.ready())
        .max(Comparator.comparingInt(ObservedSandbox::attempt))
        .map(ObservedSandbox::id);
  }
}
