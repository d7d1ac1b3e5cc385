package dev.jubelet.codec.rules;

import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests and limits. */
final class ResourceRules {
  private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");
  private static final String HUGE_PAGES = "hugepages-";

  private ResourceRules() {}

  static void container(ResourceRequirements resources, FieldCheck at) {
    requirements(resources, at);
    names(resources.limits(), at.child("limits"));
    names(resources.requests(), at.child("requests"));
  }

  static void pod(ResourceRequirements resources, FieldCheck at) {
    requirements(resources, at);
    podNames(resources.limits(), at.child("limits"));
    podNames(resources.requests(), at.child("requests"));
    at.child("claims").forbidIf(!resources.claims().isEmpty(), "claims belong to containers");
  }

  private static void podNames(Map<String, Quantity> amounts, FieldCheck at) {
    for (String name : amounts.keySet()) {
      if (!name.equals("cpu") && !name.equals("memory") && !name.startsWith(HUGE_PAGES)) {
        at.key(name).unsupported(name, List.of("cpu", HUGE_PAGES + "*", "memory"));
      }
    }
  }

  private static void requirements(ResourceRequirements resources, FieldCheck at) {
    Map<String, Quantity> limits = resources.limits();
    Map<String, Quantity> requests = resources.requests();
    amounts(limits, at.child("limits"));
    amounts(requests, at.child("requests"));
    requests.forEach((name, request) ->
        request(name, request, limits.get(name), at.child("requests").key(name)));
    boolean compute = hasCompute(limits) || hasCompute(requests);
    boolean huge = hasHugePages(limits) || hasHugePages(requests);
    at.forbidIf(huge && !compute, "huge pages need cpu or memory beside them");
  }

  private static void request(
      String name, Quantity request, @Nullable Quantity limit, FieldCheck at) {
    if (limit == null) {
      if (!overcommits(name)) {
        at.required("a request of " + name + " needs a limit");
      }
    } else if (!overcommits(name) && request.compareTo(limit) != 0) {
      at.invalid(request.toString(), "must be equal to the limit of " + limit);
    } else if (request.compareTo(limit) > 0) {
      at.invalid(request.toString(), "must be less than or equal to the limit of " + limit);
    }
  }

  /** Shared: only native resources other than huge pages may be promised twice. */
  private static boolean overcommits(String name) {
    boolean isNative = !name.contains("/") || name.contains("kubernetes.io/");
    return isNative && !name.startsWith(HUGE_PAGES);
  }

  private static boolean hasCompute(Map<String, Quantity> amounts) {
    return amounts.containsKey("cpu") || amounts.containsKey("memory");
  }

  private static boolean hasHugePages(Map<String, Quantity> amounts) {
    return amounts.keySet().stream().anyMatch(name -> name.startsWith(HUGE_PAGES));
  }

  static void amounts(Map<String, Quantity> amounts, FieldCheck at) {
    amounts.forEach((name, amount) -> {
      if (amount.signum() < 0) {
        at.key(name).invalid(amount.toString(), "must be at least 0");
      } else if (name.contains("/") && amount.milliValue() % 1000 != 0) {
        at.key(name).invalid(amount.toString(), "must be a whole number");
      }
    });
  }

  private static void names(Map<String, Quantity> amounts, FieldCheck at) {
    for (String name : amounts.keySet()) {
      if (name.contains("/")) {
        at.key(name).grammar(name, Grammar::qualifiedName);
      } else if (!STANDARD.contains(name) && !name.startsWith(HUGE_PAGES)) {
        at.key(name)
            .invalid(
                name, "must be cpu, memory, ephemeral-storage, hugepages-<size> or vendor/name");
      }
    }
  }
}
