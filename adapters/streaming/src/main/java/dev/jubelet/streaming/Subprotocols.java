package dev.jubelet.streaming;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The names that Kubernetes has for what is spoken over an upgraded connection. */
public final class Subprotocols {
  public static final String V1 = "channel.k8s.io";
  public static final String V2 = "v2.channel.k8s.io";
  public static final String V3 = "v3.channel.k8s.io";
  public static final String V4 = "v4.channel.k8s.io";
  public static final String V5 = "v5.channel.k8s.io";
  public static final String V1_BASE64 = "base64.channel.k8s.io";
  public static final String V4_BASE64 = "v4.base64.channel.k8s.io";
  public static final String PORT_FORWARD = "portforward.k8s.io";
  public static final String SPDY_31 = "SPDY/3.1";

  /** In which SPDY clients and servers negotiate them. */
  public static final String SPDY_HEADER = "X-Stream-Protocol-Version";

  /** In which a SPDY server lists its own when it knows none of the client's. */
  public static final String SPDY_ACCEPTED_HEADER = "X-Accepted-Stream-Protocol-Versions";

  /** What we speak over SPDY in exec and attach, and ask runtimes for, best first. */
  public static final List<String> SPDY_COMMANDS = List.of(V4, V3, V2, V1);

  private static final String TUNNEL = SPDY_31 + "+";
  private static final String SUFFIX = ".k8s.io";

  private Subprotocols() {}

  /** What a WebSocket client offers, best first. */
  public static List<String> offered(HttpRequest request) {
    return listed(request.headers(), HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL.toString());
  }

  /** What a SPDY client offers, best first. */
  public static List<String> offeredForSpdy(HttpRequest request) {
    return listed(request.headers(), SPDY_HEADER);
  }

  private static List<String> listed(HttpHeaders headers, String name) {
    return headers.getAll(name).stream()
        .flatMap(value -> Stream.of(value.split(",", -1)))
        .map(String::trim)
        .filter(value -> !value.isEmpty())
        .toList();
  }

  /** The first of the client's protocols that is among ours. */
  public static Optional<String> choose(List<String> offered, List<String> ours) {
    return offered.stream().filter(ours::contains).findFirst();
  }

  /** Whether exec and attach over SPDY have a stream for the size of the terminal. */
  public static boolean resizes(String protocol) {
    return protocol.equals(V4) || protocol.equals(V3);
  }

  /** SPDY inside WebSocket messages, as port-forward uses it. */
  public static boolean asksForTunnel(HttpRequest request) {
    return !tunnelled(request).isEmpty();
  }

  /** What is to be negotiated inside the tunnel. */
  public static List<String> tunnelled(HttpRequest request) {
    return offered(request).stream()
        .filter(name -> name.startsWith(TUNNEL) && name.endsWith(SUFFIX))
        .map(name -> name.substring(TUNNEL.length()))
        .toList();
  }

  public static String inTunnel(String name) {
    return TUNNEL + name;
  }
}
