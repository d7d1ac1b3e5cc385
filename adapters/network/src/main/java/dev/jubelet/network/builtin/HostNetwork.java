package dev.jubelet.network.builtin;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** The namespace in which bridges, rules and the far ends of pods' links are. */
final class HostNetwork {
  private static final Path SYSCTL = Path.of("/proc/sys/net");

  private final Supplier<NetworkNamespace> host;

  HostNetwork(Supplier<NetworkNamespace> host) {
    this.host = host;
  }

  NetworkNamespace open() {
    return host.get();
  }

  <T> T run(Callable<T> work) {
    try (NetworkNamespace namespace = open()) {
      return namespace.run(work);
    }
  }

  void change(Runnable work) {
    try (NetworkNamespace namespace = open()) {
      within(namespace, work);
    }
  }

  static void within(NetworkNamespace namespace, Runnable work) {
    Object _ =
        namespace.run(() -> {
          work.run();
          return work;
        });
  }

  static NetlinkSocket routes(NetworkNamespace namespace) {
    return namespace.run(() -> new NetlinkSocket(NetlinkSocket.ROUTE));
  }

  /** A pod's namespace; empty when its path is, or leads nowhere any more. */
  static Optional<NetworkNamespace> pod(String netns) {
    if (netns.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(NetworkNamespace.open(Path.of(netns)));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENOENT) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  static NetworkNamespace requirePod(String netns) {
    return pod(netns).orElseThrow(() -> BuiltIn.failed("failed to open netns \"" + netns + "\""));
  }

  /** In the namespace of the calling thread. */
  static void sysctl(String name, String value) {
    Path file = SYSCTL.resolve(name);
    try {
      if (!Files.readString(file).strip().equals(value)) {
        Files.writeString(file, value);
      }
    } catch (IOException refused) {
      throw BuiltIn.failed("cannot set " + file + " to " + value + ": " + refused);
    }
  }

  /** For what is good to have: a kernel without IPv6 has no such file. */
  static void trySysctl(String name, String value) {
    if (Files.isWritable(SYSCTL.resolve(name))) {
      sysctl(name, value);
    }
  }
}
