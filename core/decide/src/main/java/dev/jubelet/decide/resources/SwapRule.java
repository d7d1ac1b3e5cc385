package dev.jubelet.decide.resources;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.QosClass;

/**
 * Who may swap, and how much. Only where the node allows it and has cgroup v2, and only containers
 * of Burstable pods that ask for less memory than they may have; critical pods never.
 *
 * @param possible whether configuration, kernel and cgroups allow it at all
 */
public record SwapRule(boolean possible) {
  public static final SwapRule NOBODY = new SwapRule(false);

  public static SwapRule of(NodeSettings settings, MachineFacts machine) {
    return new SwapRule(
        settings.cgroups().limitedSwap() && machine.swapController() && machine.unifiedCgroups());
  }

  public boolean swaps(Pod pod, Container container) {
    Quantity request = ResourceAmounts.in(container.resources().requests(), ResourceNames.MEMORY);
    Quantity limit = ResourceAmounts.in(container.resources().limits(), ResourceNames.MEMORY);
    return possible
        && !CriticalPods.isCritical(pod)
        && QosClasses.of(pod) == QosClass.BURSTABLE
        && !request.equals(limit);
  }

  /** A container's share of the swap is its share of the memory. */
  static long bytes(Container container, long memoryBytes, long swapBytes) {
    long request =
        ResourceAmounts.in(container.resources().requests(), ResourceNames.MEMORY).value();
    if (memoryBytes <= 0 || request > memoryBytes) {
      return 0;
    }
    return (long) ((double) request / (double) memoryBytes * (double) swapBytes);
  }
}
