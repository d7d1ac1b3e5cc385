package dev.jubelet.decide.environment;

import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.container.env.ResourceFieldSelector;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Requests and limits that a container may read ({@code resourceFieldRef}), in units of the divisor
 * and rounded up.
 */
public final class ContainerResourceFields {
  private static final List<String> DEFAULTED =
      List.of(ResourceNames.CPU, ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE);
  private static final List<String> LIMITED_BY_POD =
      List.of(ResourceNames.CPU, ResourceNames.MEMORY);
  private static final Quantity ONE = Quantity.of(1);

  private ContainerResourceFields() {}

  public static ResolvedValue<String> of(
      ResourceFieldSelector field, Pod pod, Container reader, Map<String, Quantity> allocatable) {
    String name = field.containerName();
    Optional<Container> found = name.isEmpty() ? Optional.of(reader) : named(pod, name);
    if (found.isEmpty()) {
      return ResolvedValue.refused("container " + name + " not found");
    }
    Container container = found.get();
    // Limits of another container that only initialises are not filled in.
    boolean filledIn = name.isEmpty() || pod.spec().containers().contains(container);
    String[] parts = field.resource().split("\\.", 2);
    String resource = parts.length == 2 ? parts[1] : "";
    if (!DEFAULTED.contains(resource) && !ResourceNames.isHugepages(resource)) {
      return unsupported(field);
    }
    return switch (parts[0]) {
      case "requests" ->
          ResolvedValue.value(
              rounded(container.resources().requests().get(resource), resource, field));
      case "limits" -> {
        Quantity own = container.resources().limits().get(resource);
        boolean unlimited = own == null || own.isZero();
        yield ResolvedValue.value(
            rounded(
                unlimited && filledIn ? ceiling(pod, resource, allocatable).orElse(own) : own,
                resource,
                field));
      }
      default -> unsupported(field);
    };
  }

  private static ResolvedValue<String> unsupported(ResourceFieldSelector field) {
    return ResolvedValue.refused("unsupported container resource : " + field.resource());
  }

  private static Optional<Container> named(Pod pod, String name) {
    return Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
        .filter(container -> container.name().equals(name))
        .findFirst();
  }

  /** The limit of one that has none: the pod's as a whole, or else all that the node has. */
  private static Optional<Quantity> ceiling(
      Pod pod, String resource, Map<String, Quantity> allocatable) {
    Quantity node = DEFAULTED.contains(resource) ? allocatable.get(resource) : null;
    ResourceRequirements whole = pod.spec().resources();
    if (node == null || whole == null || !LIMITED_BY_POD.contains(resource)) {
      return Optional.ofNullable(node);
    }
    Quantity limit = whole.limits().get(resource);
    return Optional.of(limit == null || limit.isZero() ? node : limit);
  }

  private static String rounded(
      @Nullable Quantity amount, String resource, ResourceFieldSelector field) {
    Quantity present = amount == null ? Quantity.ZERO : amount;
    Quantity given = field.divisor();
    Quantity divisor = given == null || given.isZero() ? ONE : given;
    boolean milli = resource.equals(ResourceNames.CPU);
    double dividend = milli ? present.milliValue() : present.value();
    double units = dividend / (milli ? divisor.milliValue() : divisor.value());
    return Long.toString((long) Math.ceil(units));
  }
}
