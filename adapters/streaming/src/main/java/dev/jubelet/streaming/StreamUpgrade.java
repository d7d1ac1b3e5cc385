package dev.jubelet.streaming;

import dev.jubelet.ports.stream.StreamOptions;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a request to stream as the kubelet reads it. */
public final class StreamUpgrade {
  private static final String PORT = "port";
  private static final int HIGHEST_PORT = 65535;

  private StreamUpgrade() {}

  /** Whether the request asks for another protocol at all. */
  public static boolean accepts(HttpRequest request) {
    return request.headers().getAll(HttpHeaderNames.CONNECTION).stream()
        .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("upgrade"));
  }

  public static boolean isWebSocket(HttpRequest request) {
    return accepts(request)
        && "websocket".equalsIgnoreCase(request.headers().get(HttpHeaderNames.UPGRADE));
  }

  /** The streams of exec and attach; a terminal has no stderr of its own. */
  public static StreamOptions options(Map<String, List<String>> query) {
    boolean tty = isSet(query, "tty");
    boolean stdin = isSet(query, "input");
    boolean stdout = isSet(query, "output");
    boolean stderr = isSet(query, "error") && !tty;
    if (!stdin && !stdout && !stderr) {
      throw new IllegalArgumentException("you must specify at least 1 of stdin, stdout, stderr");
    }
    return new StreamOptions(stdin, stdout, stderr, tty);
  }

  /** The ports that a plain WebSocket client must name beforehand; nobody else does. */
  public static List<Integer> ports(HttpRequest request, Map<String, List<String>> query) {
    if (!isWebSocket(request) || Subprotocols.asksForTunnel(request)) {
      return List.of();
    }
    List<String> values = query.getOrDefault(PORT, List.of());
    if (values.isEmpty()) {
      throw new IllegalArgumentException("query parameter \"port\" is required");
    }
    List<Integer> ports = new ArrayList<>();
    for (String value : values) {
      if (value.isEmpty()) {
        throw new IllegalArgumentException("query parameter \"port\" cannot be empty");
      }
      for (String port : value.split(",", -1)) {
        ports.add(port(port));
      }
    }
    return List.copyOf(ports);
  }

  /** A port number as written in a query or in a stream's header. */
  public static int port(String text) {
    int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
    if (port > HIGHEST_PORT) {
      throw new IllegalArgumentException("unable to parse \"" + text + "\" as a port");
    }
    if (port < 1) {
      throw new IllegalArgumentException("port \"" + text + "\" must be > 0");
    }
    return port;
  }

  private static boolean isSet(Map<String, List<String>> query, String name) {
    List<String> values = query.getOrDefault(name, List.of());
    return !values.isEmpty() && values.getFirst().equals("1");
  }
}
