package dev.jubelet.decide.plan;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import java.util.List;

/**
 * Who ends before whom: a sidecar serves the main containers and the sidecars that came after it,
 * so it is stopped when they have ended.
 */
final class EndOrder {
  private final Pod pod;
  private final PodView view;

  EndOrder(Pod pod, PodView view) {
    this.pod = pod;
    this.view = view;
  }

  boolean mustWait(ObservedContainer container) {
    List<Container> inits = pod.spec().initContainers();
    for (int place = 0; place < inits.size(); place++) {
      if (inits.get(place).name().equals(container.name())) {
        return Roster.isSidecar(inits.get(place))
            && (anyThere(pod.spec().containers()) || anySidecarBehind(inits, place));
      }
    }
    return false;
  }

  private boolean anySidecarBehind(List<Container> inits, int place) {
    return anyThere(
        inits.subList(place + 1, inits.size()).stream().filter(Roster::isSidecar).toList());
  }

  private boolean anyThere(List<Container> containers) {
    return containers.stream().anyMatch(container -> runs(container.name()));
  }

  /** One that is being started may run already. */
  private boolean runs(String name) {
    return view.observed().containers().stream()
            .anyMatch(c -> c.name().equals(name) && Roster.occupies(c))
        || view.inFlight().stream()
            .anyMatch(
                a -> a instanceof Action.StartContainer s && s.container().name().equals(name));
  }
}
