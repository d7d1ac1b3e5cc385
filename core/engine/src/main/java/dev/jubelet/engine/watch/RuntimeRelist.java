package dev.jubelet.engine.watch;

import dev.jubelet.decide.observe.Observations;
import dev.jubelet.engine.act.TerminationMessageReader;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks at the runtime, at all of it or at one pod. Lists are cheap and say too little, so what
 * they leave out is asked for once per change and remembered: at rest a look is two calls.
 */
public final class RuntimeRelist {
  private final ContainerRuntime runtime;
  private final TerminationMessageReader terminationMessages;
  private final NodeTime time;
  private final Map<ContainerId, ObservedContainer> containers = new ConcurrentHashMap<>();
  private final Map<SandboxId, ObservedSandbox> sandboxes = new ConcurrentHashMap<>();

  public RuntimeRelist(ContainerRuntime runtime, PodDirectories directories, NodeTime time) {
    this.runtime = runtime;
    this.terminationMessages = new TerminationMessageReader(directories);
    this.time = time;
  }

  public List<PodObservation> atAll() {
    Instant takenAt = time.now();
    List<ObservedSandbox> listedSandboxes = runtime.sandboxes().list(null);
    List<ObservedContainer> listed = runtime.containers().list(null);
    Set<ContainerId> present = new HashSet<>();
    listed.forEach(container -> present.add(container.id()));
    containers.keySet().retainAll(present);
    Set<SandboxId> presentSandboxes = new HashSet<>();
    listedSandboxes.forEach(sandbox -> presentSandboxes.add(sandbox.id()));
    sandboxes.keySet().retainAll(presentSandboxes);
    return detailed(listedSandboxes, listed, takenAt);
  }

  public PodObservation at(PodUid uid) {
    Instant takenAt = time.now();
    List<ObservedSandbox> listedSandboxes = runtime.sandboxes().list(uid);
    List<ObservedContainer> listed = runtime.containers().list(uid);
    return detailed(listedSandboxes, listed, takenAt).stream()
        .findFirst()
        .orElseGet(() -> PodObservation.nothing(uid, new PodName("", ""), takenAt));
  }

  private List<PodObservation> detailed(
      List<ObservedSandbox> listedSandboxes, List<ObservedContainer> listed, Instant takenAt) {
    List<ObservedSandbox> allSandboxes = new ArrayList<>();
    listedSandboxes.forEach(sandbox -> detail(sandbox).ifPresent(allSandboxes::add));
    List<ObservedContainer> allContainers = new ArrayList<>();
    listed.forEach(container -> detail(container).ifPresent(allContainers::add));
    return Observations.group(allSandboxes, allContainers, takenAt);
  }

  /** Empty when it vanished between the list and the question about it. */
  private Optional<ObservedSandbox> detail(ObservedSandbox listed) {
    ObservedSandbox known = sandboxes.get(listed.id());
    if (known != null && known.ready() == listed.ready()) {
      return Optional.of(known);
    }
    if (!listed.ready() && known != null) {
      ObservedSandbox dead = known.notReady();
      sandboxes.put(listed.id(), dead);
      return Optional.of(dead);
    }
    Optional<ObservedSandbox> asked = runtime.sandboxes().status(listed.id());
    asked.ifPresent(sandbox -> sandboxes.put(sandbox.id(), sandbox));
    return asked;
  }

  private Optional<ObservedContainer> detail(ObservedContainer listed) {
    ObservedContainer known = containers.get(listed.id());
    if (known != null && known.condition().getClass() == listed.condition().getClass()) {
      return Optional.of(known);
    }
    Optional<ObservedContainer> asked =
        runtime
            .containers()
            .status(listed.id())
            .map(container -> terminationMessages.of(container.in(listed.sandbox())));
    asked.ifPresent(container -> containers.put(container.id(), container));
    return asked;
  }
}
