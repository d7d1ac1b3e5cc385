package dev.jubelet.network.builtin;

import dev.jubelet.linux.file.SharedLock;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The namespace in which bridges, rules and the far ends of pods' links are. */
final class HostNetwork {
  private static final Path SYSCTL = Path.of("/proc/sys/net");

  private static final String SHARED = "network";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Supplier<NetworkNamespace> host;
  private final OwnerMark mark;
  private final ReentrantLock turn = new ReentrantLock();

  /**
   * @param owner the directory of the runtime that works in it
   */
  HostNetwork(Supplier<NetworkNamespace> host, Path owner) {
    this.host = host;
    this.mark = OwnerMark.of(owner);
  }

  /** What tells links of ours from those of another runtime on this machine. */
  OwnerMark mark() {
    return mark;
  }

  /** Does something about what all runtimes of the machine share, while nobody else does. */
  <T> T exclusively(Supplier<T> work) {
    try {
      if (!turn.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw BuiltIn.failed("the networks of this machine are being changed for too long");
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw BuiltIn.failed("the node is stopping");
    }
    try (SharedLock _ = SharedLock.take(SharedLock.DIRECTORY, SHARED, PATIENCE)) {
      return work.get();
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    } finally {
      turn.unlock();
    }
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

  /** What a switch says, in the namespace of the calling thread; 0 where there is none. */
  static String switchAt(String name) {
    try {
      return Files.readString(SYSCTL.resolve(name)).strip().equals("0") ? "0" : "1";
    } catch (IOException absent) {
      return "0";
    }
  }

  /** For what is good to have: a kernel without IPv6 has no such file. */
  static void trySysctl(String name, String value) {
    if (Files.isWritable(SYSCTL.resolve(name))) {
      sysctl(name, value);
    }
  }
}
