package dev.jubelet.network.builtin;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Host ports that lead to pods, each held by a socket of ours through which nothing ever comes: the
 * packets are led away before. So a port that a process has is not taken from it, and a process
 * that wants one of ours is told so.
 */
final class HeldPorts implements AutoCloseable {
  private static final int BACKLOG = 1;
  // A pod may name thousands of ports; each socket is a descriptor of ours.
  private static final int HELD_MAX = 1024;

  private final Map<String, List<Closeable>> held = new ConcurrentHashMap<>();
  private final Semaphore places;
  private volatile boolean closed;

  HeldPorts() {
    this(HELD_MAX);
  }

  /**
   * @param most how many ports are held; further ones are only looked at
   */
  HeldPorts(int most) {
    this.places = new Semaphore(most);
  }

  /**
   * In the namespace of the calling thread.
   *
   * @param pods the addresses of one pod, one of each family at most
   */
  void hold(String container, List<HostPorts.Mapping> ports, List<InetAddress> pods) {
    release(container);
    List<Closeable> sockets = new ArrayList<>();
    boolean complete = false;
    try {
      Set<String> seen = new HashSet<>();
      for (HostPorts.Mapping port : ports) {
        // Two of its containers may share one, as on two addresses of the host.
        boolean first = seen.add(port.protocol() + "/" + port.hostPort());
        if (first && pods.stream().anyMatch(port::of)) {
          Optional<Closeable> socket = bound(port, pods);
          if (socket.isPresent() && places.tryAcquire()) {
            sockets.add(socket.get());
          } else {
            close(socket);
          }
        }
      }
      held.put(container, sockets);
      complete = true;
      if (closed) {
        release(container);
      }
    } finally {
      if (!complete) {
        release(sockets);
      }
    }
  }

  private static Optional<Closeable> bound(HostPorts.Mapping port, List<InetAddress> pods) {
    // A socket of IPv6 without an address holds the port of IPv4 as well.
    boolean v6 = pods.stream().anyMatch(pod -> pod.getAddress().length != 4);
    InetAddress at = port.address(v6);
    ProtocolFamily family =
        at.getAddress().length == 4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
    InetSocketAddress socket = new InetSocketAddress(at, port.hostPort());
    try {
      return switch (port.protocol()) {
        case HostPorts.TCP -> Optional.of(tcp(family, socket));
        case HostPorts.UDP -> Optional.of(udp(family, socket));
        // Java has no sockets of others on every machine.
        default -> Optional.empty();
      };
    } catch (BindException refused) {
      if (isOfThisMachine(at)) {
        throw BuiltIn.failed(
            "host port "
                + port.shown()
                + " is in use on this machine: end who listens there, or give the pod another"
                + " hostPort");
      }
      return Optional.empty();
    } catch (IOException | UnsupportedOperationException refused) {
      throw BuiltIn.failed("host port " + port.shown() + " cannot be held: " + refused);
    }
  }

  private static Closeable tcp(ProtocolFamily family, InetSocketAddress at) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(family);
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      return channel.bind(at, BACKLOG);
    } catch (IOException refused) {
      channel.close();
      throw refused;
    }
  }

  private static Closeable udp(ProtocolFamily family, InetSocketAddress at) throws IOException {
    DatagramChannel channel = DatagramChannel.open(family);
    try {
      return channel.bind(at);
    } catch (IOException refused) {
      channel.close();
      throw refused;
    }
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException unreadable) {
      return true;
    }
  }

  void release(String container) {
    List<Closeable> sockets = held.remove(container);
    if (sockets != null) {
      release(sockets);
    }
  }

  @Override
  public void close() {
    closed = true;
    List.copyOf(held.keySet()).forEach(this::release);
  }

  private void release(List<Closeable> sockets) {
    sockets.forEach(each -> close(Optional.of(each)));
    places.release(sockets.size());
  }

  private static void close(Optional<Closeable> socket) {
    if (socket.isPresent()) {
      try {
        socket.get().close();
      } catch (IOException alreadyGone) {
        // Then nobody holds it.
        return;
      }
    }
  }
}
