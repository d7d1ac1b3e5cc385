package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.RequestTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which endpoint a path belongs to. */
final class EndpointRoutes {
  /** How the kubelet's framework matches: its own routes tolerate a slash at the end. */
  private enum Match {
    EXACT,
    WITH_OR_WITHOUT_SLASH,
    BENEATH
  }

  private record Route(Set<String> methods, List<String> pattern, Match match, Endpoint endpoint) {}

  sealed interface Found {
    record Here(Endpoint endpoint, Map<String, String> names) implements Found {}

    record OtherMethods(Set<String> allowed) implements Found {}

    record Nowhere() implements Found {}
  }

  private final List<Route> routes = new ArrayList<>();

  /** For every method, and only for exactly this path. */
  EndpointRoutes any(String path, Endpoint endpoint) {
    return add(Set.of(), path, Match.EXACT, endpoint);
  }

  /**
   * @param pattern a part in braces stands for anything
   */
  EndpointRoutes on(Set<String> methods, String pattern, Endpoint endpoint) {
    return add(methods, pattern, Match.WITH_OR_WITHOUT_SLASH, endpoint);
  }

  /** For the path and all that is beneath it. */
  EndpointRoutes beneath(Set<String> methods, String path, Endpoint endpoint) {
    return add(methods, path, Match.BENEATH, endpoint);
  }

  private EndpointRoutes add(Set<String> methods, String pattern, Match match, Endpoint endpoint) {
    List<String> parts = List.of(pattern.substring(1).split("/", -1));
    routes.add(new Route(new LinkedHashSet<>(methods), parts, match, endpoint));
    return this;
  }

  Found find(String method, RequestTarget target) {
    Set<String> allowed = new LinkedHashSet<>();
    for (Route route : routes) {
      Map<String, String> names = names(route, target);
      if (names != null) {
        if (route.methods().isEmpty() || route.methods().contains(method)) {
          return new Found.Here(route.endpoint(), names);
        }
        allowed.addAll(route.methods());
      }
    }
    return allowed.isEmpty() ? new Found.Nowhere() : new Found.OtherMethods(allowed);
  }

  private static @Nullable Map<String, String> names(Route route, RequestTarget target) {
    List<String> parts = target.segments();
    List<String> pattern = route.pattern();
    boolean fits =
        switch (route.match()) {
          case EXACT -> parts.size() == pattern.size() && !target.path().endsWith("/");
          case WITH_OR_WITHOUT_SLASH -> parts.size() == pattern.size();
          case BENEATH -> parts.size() >= pattern.size();
        };
    if (!fits) {
      return null;
    }
    Map<String, String> names = new LinkedHashMap<>();
    for (int i = 0; i < pattern.size(); i++) {
      String wanted = pattern.get(i);
      if (wanted.startsWith("{")) {
        names.put(wanted.substring(1, wanted.length() - 1), parts.get(i));
      } else if (!wanted.equals(parts.get(i))) {
        return null;
      }
    }
    return names;
  }
}
