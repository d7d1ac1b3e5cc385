package dev.jubelet.images.registry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which proxy leads to a registry, by the environment variables that everybody knows. */
public final class ProxyRules extends ProxySelector {
  private final String plain;
  private final String secure;
  private final List<String> direct = new ArrayList<>();

  /**
   * @param environment HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in small letters, too
   */
  public ProxyRules(Map<String, String> environment) {
    plain = value(environment, "HTTP_PROXY");
    secure = value(environment, "HTTPS_PROXY");
    for (String each : value(environment, "NO_PROXY").split(",", -1)) {
      String name = each.strip().toLowerCase(Locale.ROOT);
      if (!name.isEmpty()) {
        direct.add(name.startsWith(".") ? name.substring(1) : name);
      }
    }
  }

  private static String value(Map<String, String> environment, String name) {
    String small = environment.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    return small.isEmpty() ? environment.getOrDefault(name, "") : small;
  }

  @Override
  public List<Proxy> select(URI uri) {
    String address = "https".equals(uri.getScheme()) ? secure : plain;
    String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
    boolean own = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    boolean excepted =
        direct.stream()
            .anyMatch(name -> name.equals("*") || host.equals(name) || host.endsWith("." + name));
    if (address.isEmpty() || own || excepted) {
      return List.of(Proxy.NO_PROXY);
    }
    URI proxy = URI.create(address.contains("://") ? address : "http://" + address);
    int port = proxy.getPort() < 0 ? 80 : proxy.getPort();
    return List.of(
        new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.getHost(), port)));
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    // The request that needed it fails and says so.
  }
}
