package dev.jubelet.decide.resources;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What all containers of a pod need together. Main containers and sidecars run side by side and add
 * up; init containers run one by one, each beside the sidecars started before it, so that only the
 * hungriest of these moments counts.
 */
final class ContainerSums {
  private ContainerSums() {}

  static Map<String, Quantity> of(Pod pod, Function<Container, Map<String, Quantity>> list) {
    return of(pod, list, ignored -> {});
  }

  /** {@code moments} is shown each main container's list and the list of each init moment. */
  static Map<String, Quantity> of(
      Pod pod,
      Function<Container, Map<String, Quantity>> list,
      Consumer<Map<String, Quantity>> moments) {
    Map<String, Quantity> total = new LinkedHashMap<>();
    for (Container container : pod.spec().containers()) {
      Map<String, Quantity> own = list.apply(container);
      moments.accept(own);
      ResourceAmounts.add(total, own);
    }
    Map<String, Quantity> sidecars = new LinkedHashMap<>();
    Map<String, Quantity> peak = new LinkedHashMap<>();
    for (Container container : pod.spec().initContainers()) {
      Map<String, Quantity> own = list.apply(container);
      Map<String, Quantity> moment = new LinkedHashMap<>(sidecars);
      ResourceAmounts.add(moment, own);
      if (container.isSidecar()) {
        ResourceAmounts.add(total, own);
        sidecars = moment;
      }
      moments.accept(moment);
      ResourceAmounts.raiseTo(peak, moment);
    }
    ResourceAmounts.raiseTo(total, peak);
    return total;
  }
}
