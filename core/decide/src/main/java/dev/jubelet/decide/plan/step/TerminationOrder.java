package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who ends before whom: a sidecar serves the main containers and the sidecars that came after it,
 * so it is stopped when they have ended.
 */
public final class TerminationOrder {
  private final PodView view;

  /** The place of each sidecar among the init containers. */
  private final Map<String, Long> sidecars;

  private final Set<String> served;

  private TerminationOrder(PodView view, Map<String, Long> sidecars, Set<String> served) {
    this.view = view;
    this.sidecars = sidecars;
    this.served = served;
  }

  public static TerminationOrder of(PodSubject subject, PodView view) {
    return switch (subject) {
      case PodSubject.Known(Pod pod) -> of(pod, view);
      case PodSubject.Orphan _ -> ofRemains(view);
    };
  }

  public static TerminationOrder of(Pod pod, PodView view) {
    Map<String, Long> sidecars = new LinkedHashMap<>();
    List<Container> inits = pod.spec().initContainers();
    for (int place = 0; place < inits.size(); place++) {
      if (inits.get(place).isSidecar()) {
        sidecars.put(inits.get(place).name(), (long) place);
      }
    }
    Set<String> served = new HashSet<>();
    pod.spec().containers().forEach(main -> served.add(main.name()));
    return new TerminationOrder(view, sidecars, served);
  }

  /** Of a pod whose definition is gone only its sidecars say what they are. */
  private static TerminationOrder ofRemains(PodView view) {
    Map<String, Long> sidecars = new LinkedHashMap<>();
    Set<String> served = new HashSet<>();
    for (ObservedContainer container : view.observed().containers()) {
      RuntimeAnnotations.sidecar(container.annotations())
          .ifPresentOrElse(
              place -> sidecars.put(container.name(), place), () -> served.add(container.name()));
    }
    return new TerminationOrder(view, sidecars, served);
  }

  public boolean mustWait(ObservedContainer container) {
    Long place = sidecars.get(container.name());
    return place != null
        && (served.stream().anyMatch(this::runs)
            || sidecars.entrySet().stream()
                .anyMatch(other -> other.getValue() > place && runs(other.getKey())));
  }

  /** One that is being started may run already. */
  private boolean runs(String name) {
    return view.observed().containers().stream()
            .anyMatch(c -> c.name().equals(name) && PodContainerRoles.occupies(c))
        || view.inFlight().stream()
            .anyMatch(
                a -> a instanceof Action.StartContainer s && s.container().name().equals(name));
  }
}
