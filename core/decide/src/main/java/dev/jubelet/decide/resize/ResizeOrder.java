package dev.jubelet.decide.resize;

import dev.jubelet.decide.resources.PodRequests;
import dev.jubelet.decide.resources.QosClasses;
import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.QosClass;
import java.util.Comparator;
import java.util.Objects;

/**
 * Who is judged first when several pods wait: those that give something back, then by priority,
 * then Guaranteed before Burstable. Among equals the order of the list stays, the oldest wish
 * first.
 */
public record ResizeOrder(Pod held, Pod wanted) {
  public static final Comparator<ResizeOrder> FIRST =
      Comparator.comparing((ResizeOrder order) -> order.asksForMore())
          .thenComparingInt(order -> -priority(order.wanted))
          .thenComparing(order -> QosClasses.of(order.wanted) != QosClass.GUARANTEED);

  private boolean asksForMore() {
    return asksForMore(ResourceNames.CPU) || asksForMore(ResourceNames.MEMORY);
  }

  private boolean asksForMore(String resource) {
    return request(wanted, resource).compareTo(request(held, resource)) > 0;
  }

  private static Quantity request(Pod pod, String resource) {
    return PodRequests.of(pod).getOrDefault(resource, Quantity.ZERO);
  }

  private static int priority(Pod pod) {
    return Objects.requireNonNullElse(pod.spec().priority(), 0);
  }
}
