package dev.jubelet.model.runtime;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All that the runtime knows of one pod at one moment: sandboxes and containers, newest first.
 * {@code takenAt} is when the look began, so that a look older than an action of ours can be told.
 */
public record PodObservation(
    PodUid uid,
    PodName name,
    List<ObservedSandbox> sandboxes,
    List<ObservedContainer> containers,
    Instant takenAt) {
  public PodObservation {
    sandboxes = List.copyOf(sandboxes);
    containers = List.copyOf(containers);
  }

  public static PodObservation nothing(PodUid uid, PodName name, Instant takenAt) {
    return new PodObservation(uid, name, List.of(), List.of(), takenAt);
  }

  /** The same look with something else to see. */
  public PodObservation showing(
      List<ObservedSandbox> otherSandboxes, List<ObservedContainer> otherContainers) {
    return new PodObservation(uid, name, otherSandboxes, otherContainers, takenAt);
  }

  public boolean isEmpty() {
    return sandboxes.isEmpty() && containers.isEmpty();
  }

  /** The newest instance of a container, by attempt. */
  public Optional<ObservedContainer> newest(String containerName) {
    return containers.stream().filter(c -> c.name().equals(containerName)).findFirst();
  }

  public Optional<ObservedSandbox> newestSandbox() {
    return sandboxes.stream().findFirst();
  }

  /** The sandbox that containers may be started in, if there is one. */
  public Optional<ObservedSandbox> usableSandbox(boolean hostNetwork) {
    boolean onlyReadyOne = sandboxes.stream().filter(ObservedSandbox::ready).count() == 1;
    return newestSandbox()
        .filter(newest -> newest.ready() && onlyReadyOne)
        .filter(newest -> (newest.network() == NamespaceOptions.Mode.NODE) == hostNetwork)
        .filter(newest -> hostNetwork || !newest.ips().isEmpty());
  }
}
