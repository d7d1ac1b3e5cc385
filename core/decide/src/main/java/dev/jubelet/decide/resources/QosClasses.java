package dev.jubelet.decide.resources;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.QosClass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The quality-of-service class of a pod. Only cpu and memory count, and only above zero: none asked
 * for is BestEffort, all containers limited in both and asking for exactly that is Guaranteed.
 */
public final class QosClasses {
  private static final List<String> COUNTED = List.of(ResourceNames.CPU, ResourceNames.MEMORY);

  private QosClasses() {}

  /** A class that the pod's status already names stays: it never changes in a pod's life. */
  public static QosClass of(Pod pod) {
    QosClass settled = pod.status().qosClass();
    return settled != null ? settled : computed(pod);
  }

  private static QosClass computed(Pod pod) {
    Map<String, Quantity> requests = new LinkedHashMap<>();
    Map<String, Quantity> limits = new LinkedHashMap<>();
    boolean fullyLimited = true;
    for (ResourceRequirements resources : deciding(pod)) {
      ResourceAmounts.add(requests, counted(resources.requests()));
      Map<String, Quantity> limited = counted(resources.limits());
      ResourceAmounts.add(limits, limited);
      fullyLimited &= limited.keySet().containsAll(COUNTED);
    }
    if (requests.isEmpty() && limits.isEmpty()) {
      return QosClass.BEST_EFFORT;
    }
    return fullyLimited && requests.equals(limits) ? QosClass.GUARANTEED : QosClass.BURSTABLE;
  }

  /** Resources of the pod as a whole, where given, decide alone. */
  private static List<ResourceRequirements> deciding(Pod pod) {
    ResourceRequirements whole = pod.spec().resources();
    return whole != null
        ? List.of(whole)
        : pod.spec().initAndMainContainers().map(Container::resources).toList();
  }

  private static Map<String, Quantity> counted(Map<String, Quantity> list) {
    Map<String, Quantity> kept = new LinkedHashMap<>();
    for (String name : COUNTED) {
      Quantity amount = list.get(name);
      if (amount != null && amount.signum() > 0) {
        kept.put(name, amount);
      }
    }
    return kept;
  }
}
