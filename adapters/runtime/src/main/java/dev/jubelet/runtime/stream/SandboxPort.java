package dev.jubelet.runtime.stream;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.runtime.stream.ReachableContainers.Ready;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A port at the loopback addresses of a sandbox. A socket stays in the network in which it was
 * made, so only making it needs a thread that is there.
 */
final class SandboxPort {
  private static final int CONNECT_MILLIS = 10_000;

  private static final List<String> LOOPBACKS = List.of("127.0.0.1", "[::1]");

  /** A connection, or why there is none. */
  private record Attempt(@Nullable SocketChannel channel, String problem) {}

  private SandboxPort() {}

  /**
   * @throws IOException when nobody listens there
   */
  static SocketChannel connect(Ready sandbox, int port) throws IOException {
    Attempt attempt;
    if (sandbox.network().isEmpty()) {
      attempt = attempt(port);
    } else {
      try (NetworkNamespace network = NetworkNamespace.open(sandbox.network().get())) {
        attempt = network.run(() -> attempt(port));
      } catch (LinuxException gone) {
        throw new IOException(
            "cannot enter the network of sandbox "
                + sandbox.id().value()
                + ": "
                + gone.getMessage(),
            gone);
      }
    }
    SocketChannel channel = attempt.channel();
    if (channel == null) {
      throw new IOException(
          "failed to connect to port "
              + port
              + " inside sandbox "
              + sandbox.id().value()
              + ": "
              + attempt.problem());
    }
    return channel;
  }

  private static Attempt attempt(int port) {
    StringJoiner problems = new StringJoiner(", ");
    for (String loopback : LOOPBACKS) {
      try {
        return new Attempt(open(InetAddress.ofLiteral(loopback), port), "");
      } catch (IOException refused) {
        String reason = Objects.requireNonNullElse(refused.getMessage(), "no connection");
        problems.add(loopback + ":" + port + ": " + reason.toLowerCase(Locale.ROOT));
      }
    }
    return new Attempt(null, problems.toString());
  }

  private static SocketChannel open(InetAddress address, int port) throws IOException {
    SocketChannel channel =
        SocketChannel.open(
            address instanceof Inet4Address
                ? StandardProtocolFamily.INET
                : StandardProtocolFamily.INET6);
    try {
      channel.socket().connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      return channel;
    } catch (IOException refused) {
      channel.close();
      throw refused;
    }
  }
}
