package dev.jubelet.tracing;

/**
 * Where a collector listens, in the forms that gRPC gives to names: {@code host:port}, {@code
 * dns:host:port}, {@code unix:path}.
 */
public sealed interface CollectorAddress {
  /** OpenTelemetry: the port of its protocol over gRPC. */
  CollectorAddress STANDARD = new Tcp("localhost", 4317);

  record Tcp(String host, int port) implements CollectorAddress {}

  record Unix(String path) implements CollectorAddress {}

  /**
   * @throws IllegalArgumentException with what is wrong
   */
  static CollectorAddress parse(String text) {
    if (text.startsWith("unix:")) {
      String path = text.startsWith("unix://") ? text.substring(7) : text.substring(5);
      if (!path.startsWith("/")) {
        throw new IllegalArgumentException("a unix socket needs an absolute path");
      }
      return new Unix(path);
    }
    String name = text.startsWith("dns:") ? text.substring(4) : text;
    if (name.startsWith("//")) {
      // Before the third slash stands a name server, which the machine chooses itself.
      int slash = name.indexOf('/', 2);
      if (slash < 0) {
        name = name.substring(2);
      } else if (slash == 2) {
        name = name.substring(3);
      } else {
        throw new IllegalArgumentException("a name server of its own is not supported");
      }
    }
    if (name.contains("/") || name.startsWith("unix-abstract:")) {
      throw new IllegalArgumentException("must be host:port, dns:host:port or unix:path");
    }
    return tcp(name);
  }

  private static CollectorAddress tcp(String name) {
    int colon = name.lastIndexOf(':');
    boolean literal = name.startsWith("[");
    boolean hasPort = literal ? name.indexOf("]:") > 0 : colon >= 0;
    String host = hasPort ? name.substring(0, colon) : name;
    String bare =
        host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    String port = hasPort ? name.substring(colon + 1) : "443";
    if (bare.isEmpty()
        || !port.matches("[0-9]{1,5}")
        || Integer.parseInt(port) > 65535
        || Integer.parseInt(port) == 0) {
      throw new IllegalArgumentException("must be host:port with a port between 1 and 65535");
    }
    return new Tcp(bare, Integer.parseInt(port));
  }
}
