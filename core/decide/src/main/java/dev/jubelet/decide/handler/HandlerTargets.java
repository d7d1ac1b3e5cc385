package dev.jubelet.decide.handler;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.handler.HttpGetAction;
import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.model.container.handler.TcpSocketAction;
import dev.jubelet.model.container.handler.UriScheme;
import dev.jubelet.model.meta.IntOrString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Resolves what a handler of a probe or hook names: ports by the container's list, the host by the
 * pod's address.
 */
public final class HandlerTargets {
  private static final int PORT_MAX = 65_535;
  private static final String VERSION = "1.36";

  private HandlerTargets() {}

  public record SocketTarget(String host, int port) {}

  /** Who asks; servers see it as their user agent and may tell probes from users by it. */
  public enum Caller {
    PROBE,
    LIFECYCLE
  }

  /**
   * @param podIp the pod's address, or null while it has none
   */
  public static ResolvedValue<HttpTarget> http(
      HttpGetAction action, Container container, @Nullable String podIp, Caller caller) {
    return host(action.host(), podIp)
        .then(host ->
            port(action.port(), container)
                .map(port ->
                    new HttpTarget(
                        action.scheme() == UriScheme.HTTPS ? "https" : "http",
                        host,
                        port,
                        action.path().startsWith("/") ? action.path() : "/" + action.path(),
                        headers(action.httpHeaders(), caller))));
  }

  public static ResolvedValue<SocketTarget> socket(
      TcpSocketAction action, Container container, @Nullable String podIp) {
    return host(action.host(), podIp)
        .then(host -> port(action.port(), container).map(port -> new SocketTarget(host, port)));
  }

  /** A number, the name of one of the container's ports, or a number written as text. */
  public static ResolvedValue<Integer> port(@Nullable IntOrString named, Container container) {
    return switch (named) {
      case null -> ResolvedValue.refused("the handler names no port");
      case IntOrString.Number(int number) -> inRange(number);
      case IntOrString.Text(String name) ->
          container.ports().stream()
              .filter(port -> port.name().equals(name))
              .map(ContainerPort::containerPort)
              .findFirst()
              .or(() -> number(name))
              .map(HandlerTargets::inRange)
              .orElseGet(() ->
                  ResolvedValue.refused(
                      "port " + name + " is not a port of container " + container.name()));
    };
  }

  private static ResolvedValue<Integer> inRange(int port) {
    return port > 0 && port <= PORT_MAX
        ? ResolvedValue.value(port)
        : ResolvedValue.refused("port " + port + " is not between 1 and " + PORT_MAX);
  }

  private static Optional<Integer> number(String text) {
    try {
      return Optional.of(Integer.parseInt(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  private static ResolvedValue<String> host(String asked, @Nullable String podIp) {
    if (!asked.isEmpty()) {
      return ResolvedValue.value(asked);
    }
    return podIp == null || podIp.isEmpty()
        ? ResolvedValue.refused("the pod has no address yet")
        : ResolvedValue.value(podIp);
  }

  /** Kubernetes: an Accept header that is given and empty means none at all. */
  private static List<HttpHeader> headers(List<HttpHeader> asked, Caller caller) {
    List<HttpHeader> all = new ArrayList<>(asked);
    if (!names(asked, "User-Agent")) {
      String who = caller.name().toLowerCase(Locale.ROOT);
      all.add(new HttpHeader("User-Agent", "kube-" + who + "/" + VERSION));
    }
    if (!names(asked, "Accept")) {
      all.add(new HttpHeader("Accept", "*/*"));
    } else {
      all.removeIf(header -> header.name().equalsIgnoreCase("Accept") && header.value().isEmpty());
    }
    return all;
  }

  private static boolean names(List<HttpHeader> headers, String name) {
    return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
  }
}
