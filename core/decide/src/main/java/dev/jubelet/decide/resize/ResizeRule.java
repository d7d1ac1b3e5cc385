package dev.jubelet.decide.resize;

import dev.jubelet.decide.resources.QosClasses;
import dev.jubelet.decide.resources.ResourceFit;
import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.decide.resources.SwapRule;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.RestartPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges a resize. What Kubernetes' API would not accept is infeasible here, since a manifest has
 * no API before it; so is what the whole node could not hold. What only others keep it from is put
 * off.
 */
public final class ResizeRule {
  private ResizeRule() {}

  /**
   * @param held the pod with what it has
   * @param others all other pods of this node, with what they have
   * @param swap who may swap here: its memory cannot change under it
   */
  public static ResizeVerdict judge(
      Pod held, Pod wanted, List<Pod> others, NodeFacts node, SwapRule swap) {
    Optional<String> never = refused(held, wanted).or(() -> swapped(held, wanted, swap));
    if (never.isPresent()) {
      return new ResizeVerdict.Infeasible(never.get());
    }
    for (String resource : List.of(ResourceNames.CPU, ResourceNames.MEMORY)) {
      ResourceFit alone = ResourceFit.of(resource, wanted, List.of(), node);
      if (!alone.fits()) {
        return new ResizeVerdict.Infeasible(
            "Node didn't have enough capacity: %s, requested: %d, capacity: %d"
                .formatted(resource, alone.requested(), alone.capacity()));
      }
    }
    for (String resource : List.of(ResourceNames.CPU, ResourceNames.MEMORY)) {
      ResourceFit room = ResourceFit.of(resource, wanted, others, node);
      if (!room.fits()
          && room.requested() > ResourceFit.of(resource, held, others, node).requested()) {
        return new ResizeVerdict.Deferred(room.outOf());
      }
    }
    return new ResizeVerdict.Granted();
  }

  private static Optional<String> refused(Pod held, Pod wanted) {
    if (QosClasses.of(held) != QosClasses.of(wanted)) {
      return Optional.of("Pod QOS Class may not change as a result of resizing");
    }
    ResourceRequirements whole = held.spec().resources();
    Optional<String> pod = refused("the pod", whole, wanted.spec().resources());
    if (pod.isPresent()) {
      return pod;
    }
    PodAllocation has = PodAllocation.of(held);
    return wanted
        .spec()
        .initAndMainContainers()
        .map(container -> {
          ResourceRequirements old = has.containers().get(container.name());
          String who = "container \"" + container.name() + "\"";
          return refused(who, old, container.resources())
              .or(() -> restartRefused(who, held, wanted, container));
        })
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> refused(
      String who, @Nullable ResourceRequirements old, @Nullable ResourceRequirements wanted) {
    if (old == null || wanted == null) {
      return Objects.equals(old, wanted)
          ? Optional.empty()
          : Optional.of("resources of " + who + " cannot be added or removed as a whole");
    }
    if (!others(old.requests()).equals(others(wanted.requests()))
        || !others(old.limits()).equals(others(wanted.limits()))) {
      return Optional.of("only cpu and memory resources are mutable, not the rest of " + who);
    }
    if (!wanted.requests().keySet().containsAll(old.requests().keySet())) {
      return Optional.of("resource requests of " + who + " cannot be removed");
    }
    return wanted.limits().keySet().containsAll(old.limits().keySet())
        ? Optional.empty()
        : Optional.of("resource limits of " + who + " cannot be removed");
  }

  private static Map<String, Quantity> others(Map<String, Quantity> list) {
    Map<String, Quantity> rest = new LinkedHashMap<>(list);
    rest.remove(ResourceNames.CPU);
    rest.remove(ResourceNames.MEMORY);
    return rest;
  }

  /** One that has to be stopped for it must be one that is started again. */
  private static Optional<String> restartRefused(
      String who, Pod held, Pod wanted, Container container) {
    ContainerAmounts has = PodAllocation.of(held).amounts(container.name());
    ContainerAmounts next = PodAllocation.of(wanted).amounts(container.name());
    boolean always =
        container.restartPolicy() == null
            ? wanted.spec().restartPolicy() == RestartPolicy.ALWAYS
                && !wanted.spec().isInit(container.name())
            : container.restartPolicy() == ContainerRestartPolicy.ALWAYS;
    return has.restarts(next, container) && !always
        ? Optional.of(who + " has to be restarted for it, and its restart policy is not Always")
        : Optional.empty();
  }

  /** Kubernetes: how much a container may swap follows from its memory, and is not recalculated. */
  private static Optional<String> swapped(Pod held, Pod wanted, SwapRule swap) {
    PodAllocation has = PodAllocation.of(held);
    PodAllocation next = PodAllocation.of(wanted);
    boolean memoryChanges =
        wanted
            .spec()
            .initAndMainContainers()
            .anyMatch(container -> {
              ContainerAmounts before = has.amounts(container.name());
              ContainerAmounts after = next.amounts(container.name());
              return before.memoryRequest() != after.memoryRequest()
                  && !before.restarts(after, container)
                  && (swap.swaps(wanted, container) || swapsNow(held, container.name(), swap));
            });
    return memoryChanges
        ? Optional.of("In-place resize of containers with swap is not supported.")
        : Optional.empty();
  }

  private static boolean swapsNow(Pod held, String name, SwapRule swap) {
    return held.spec()
        .initAndMainContainers()
        .anyMatch(c -> c.name().equals(name) && swap.swaps(held, c));
  }
}
