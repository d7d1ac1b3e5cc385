package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.Reply;
import dev.jubelet.nodeserver.http.RequestTarget;
import java.io.IOException;
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

  /** Answers the requests to one kind of path, from callers who may ask. */
  @FunctionalInterface
  interface Endpoint {
    /**
     * @param names what stands in the path for the names of its pattern
     */
    void answer(HttpCall call, Map<String, String> names, Reply reply) throws IOException, Refused;
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

  /**
   * @throws Refused when there is no endpoint for that, and by the endpoint itself
   */
  void answer(HttpCall call, Reply reply) throws IOException, Refused {
    Set<String> allowed = new LinkedHashSet<>();
    for (Route route : routes) {
      Map<String, String> names = names(route, call.target());
      if (names != null) {
        if (route.methods().isEmpty() || route.methods().contains(call.method())) {
          route.endpoint().answer(call, names, reply);
          return;
        }
        allowed.addAll(route.methods());
      }
    }
    throw new Refused(
        allowed.isEmpty()
            ? HttpAnswer.notFound()
            : HttpAnswer.text(405, "405: Method Not Allowed")
                .with("Allow", String.join(", ", allowed)));
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
