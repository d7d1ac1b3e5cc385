package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests and limits. */
final class ResourceRules {
  private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");
  private static final String HUGE_PAGES = "hugepages-";

  private ResourceRules() {}

  static void container(ResourceRequirements resources, FieldPath path, Findings findings) {
    requirements(resources, path, findings);
    for (String list : List.of("limits", "requests")) {
      Map<String, Quantity> amounts =
          list.equals("limits") ? resources.limits() : resources.requests();
      amounts.keySet().forEach(name -> name(name, path.child(list).key(name), findings));
    }
  }

  static void pod(ResourceRequirements resources, FieldPath path, Findings findings) {
    requirements(resources, path, findings);
    for (String list : List.of("limits", "requests")) {
      Map<String, Quantity> amounts =
          list.equals("limits") ? resources.limits() : resources.requests();
      for (String name : amounts.keySet()) {
        if (!name.equals("cpu") && !name.equals("memory") && !name.startsWith(HUGE_PAGES)) {
          findings.unsupported(
              path.child(list).key(name), name, List.of("cpu", HUGE_PAGES + "*", "memory"));
        }
      }
    }
    if (!resources.claims().isEmpty()) {
      findings.forbidden(path.child("claims"), "claims belong to containers");
    }
  }

  private static void requirements(
      ResourceRequirements resources, FieldPath path, Findings findings) {
    amounts(resources.limits(), path.child("limits"), findings);
    amounts(resources.requests(), path.child("requests"), findings);
    resources
        .requests()
        .forEach((name, request) ->
            request(name, request, resources.limits(), path.child("requests").key(name), findings));
    boolean compute = hasCompute(resources.limits()) || hasCompute(resources.requests());
    boolean huge = hasHugePages(resources.limits()) || hasHugePages(resources.requests());
    if (huge && !compute) {
      findings.forbidden(path, "huge pages need cpu or memory beside them");
    }
  }

  private static void request(
      String name,
      Quantity request,
      Map<String, Quantity> limits,
      FieldPath path,
      Findings findings) {
    Quantity limit = limits.get(name);
    if (limit == null) {
      if (!overcommits(name)) {
        findings.required(path, "a request of " + name + " needs a limit");
      }
    } else if (!overcommits(name) && request.compareTo(limit) != 0) {
      findings.invalid(path, request.toString(), "must be equal to the limit of " + limit);
    } else if (request.compareTo(limit) > 0) {
      findings.invalid(
          path, request.toString(), "must be less than or equal to the limit of " + limit);
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

  static void amounts(Map<String, Quantity> amounts, FieldPath path, Findings findings) {
    amounts.forEach((name, amount) -> {
      if (amount.signum() < 0) {
        findings.invalid(path.key(name), amount.toString(), "must be at least 0");
      } else if (name.contains("/") && amount.milliValue() % 1000 != 0) {
        findings.invalid(path.key(name), amount.toString(), "must be a whole number");
      }
    });
  }

  private static void name(String name, FieldPath path, Findings findings) {
    if (name.contains("/")) {
      findings.grammar(path, name, Grammar.qualifiedName(name));
    } else if (!STANDARD.contains(name) && !name.startsWith(HUGE_PAGES)) {
      findings.invalid(
          path, name, "must be cpu, memory, ephemeral-storage, hugepages-<size> or vendor/name");
    }
  }
}
