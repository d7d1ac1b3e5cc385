package dev.jubelet.decide.access;

import dev.jubelet.model.access.AccessAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Kubernetes: a request to a node's port needs a subresource of its node. Some paths have one of
 * their own, some accept one of their own or {@code nodes/proxy}, all others need {@code
 * nodes/proxy}.
 *
 * @param streamsNeedCreate whether who wants into a container needs the verb {@code create}, also
 *     where the method is GET, as it is with WebSockets. Kubernetes asks for {@code get} then, so
 *     that whoever may read from a node may run commands in its pods.
 */
public record NodeAccess(String node, boolean streamsNeedCreate) {
  private record Rule(String path, String subresource) {}

  private static final String CREATE = "create";
  private static final List<Rule> BESIDE_PROXY =
      List.of(
          new Rule("/pods", "pods"),
          new Rule("/healthz", "healthz"),
          new Rule("/configz", "configz"),
          new Rule("/runningpods", "pods"));
  private static final List<Rule> INSTEAD_OF_PROXY =
      List.of(
          new Rule("/stats", "stats"),
          new Rule("/metrics", "metrics"),
          new Rule("/logs", "log"),
          new Rule("/checkpoint", "checkpoint"),
          new Rule("/statusz", "statusz"),
          new Rule("/flagz", "configz"));

  private static final List<String> STREAMS = List.of("/exec", "/attach", "/portForward", "/run");

  /**
   * What would be enough, in the order in which it is asked; never empty.
   *
   * @param path decoded, and the very path by which the answer is chosen
   */
  public List<AccessAttributes> enough(String method, String path) {
    List<AccessAttributes> enough = new ArrayList<>(2);
    String verb = isStream(path) && streamsNeedCreate ? CREATE : verb(method);
    for (Rule rule : BESIDE_PROXY) {
      if (isBeneath(path, rule.path())) {
        enough.add(new AccessAttributes(verb, "nodes", rule.subresource(), node));
        break;
      }
    }
    String instead =
        INSTEAD_OF_PROXY.stream()
            .filter(rule -> isBeneath(path, rule.path()))
            .map(Rule::subresource)
            .findFirst()
            .orElse("proxy");
    enough.add(new AccessAttributes(verb, "nodes", instead, node));
    return List.copyOf(enough);
  }

  private static boolean isStream(String path) {
    return STREAMS.stream().anyMatch(each -> isBeneath(path, each));
  }

  private static boolean isBeneath(String path, String root) {
    return path.equals(root) || path.startsWith(root + "/");
  }

  private static String verb(String method) {
    return switch (method) {
      case "POST" -> CREATE;
      case "GET" -> "get";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> "";
    };
  }
}
