package dev.jubelet.acceptance.host;

import dev.jubelet.app.host.DirectoryTree;
import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A containerd beside the machine's own: root, state, socket, pod network and log beneath one
 * directory. It may be killed and started again on the same directory; its containers outlive it,
 * until {@link #stop}.
 */
public final class PrivateContainerd implements AutoCloseable {
  private static final Path CNI_PLUGINS = Path.of("/usr/lib/cni");

  private static final Path STATUS = Path.of("/proc/self/status");

  private final ContainerdProgram program;
  private final Path directory;
  private final PodNetwork network;
  private final @Nullable NodeNamespace namespace;
  private final @Nullable Path registries;

  /**
   * @param directory is made when it is missing; short, since a socket's path has at most 107 bytes
   * @param namespace in which it runs with its pods' bridge; null for the machine's own network
   */
  public PrivateContainerd(
      ContainerdProgram program,
      Path directory,
      PodNetwork network,
      @Nullable NodeNamespace namespace) {
    this(program, directory, network, namespace, null);
  }

  /**
   * @param registries a directory with {@code HOST/hosts.toml}; null for what containerd knows
   */
  public PrivateContainerd(
      ContainerdProgram program,
      Path directory,
      PodNetwork network,
      @Nullable NodeNamespace namespace,
      @Nullable Path registries) {
    this.program = program;
    this.network = network;
    this.namespace = namespace;
    this.registries = registries;
    try {
      this.directory = Files.createDirectories(directory).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ContainerdProgram program() {
    return program;
  }

  public PodNetwork network() {
    return network;
  }

  public Path directory() {
    return directory;
  }

  public Path socket() {
    return directory.resolve("containerd.sock");
  }

  /** The address as a kubelet's configuration has it. */
  public String endpoint() {
    return "unix://" + socket();
  }

  public Path log() {
    return directory.resolve("containerd.log");
  }

  /** Where the addresses of pods are reserved, a file each. */
  public Path addresses() {
    return directory.resolve("addresses");
  }

  /** Its process, also when an earlier run of ours started it. */
  public OptionalLong pid() {
    // The whole line, since nsenter and setsid, which become containerd, have it at their end.
    String line = program.daemon() + " --config " + config();
    return ProcessTable.mentioning(line).stream()
        .filter(entry -> entry.commandLine().equals(line))
        .mapToLong(ProcessTable.Entry::pid)
        .findFirst();
  }

  /** Starts it, unless it runs, and waits until it answers. */
  public void start(Duration deadline) {
    Optional<Process> started = Optional.empty();
    if (pid().isEmpty()) {
      writeFiles();
      started = Optional.of(launch());
    }
    Optional<Process> ours = started;
    Await.until(
        "containerd answers",
        deadline,
        () -> {
          if (ours.isPresent() && !ours.get().isAlive()) {
            throw new IllegalStateException("containerd ended at once:\n" + lastLines());
          }
          return answers();
        },
        this::lastLines);
  }

  /** SIGKILL to the daemon alone: shims and containers go on. */
  public void kill() {
    pid().ifPresent(ProcessTable::kill);
  }

  /** Ends the daemon, then whatever is left of its containers, and unmounts what they used. */
  public void stop() {
    pid()
        .ifPresent(pid -> {
          if (!ProcessTable.terminate(pid, 10)) {
            ProcessTable.kill(pid);
          }
        });
    remains().clear();
    Mounts.unmountBeneath(directory);
  }

  /** Stops it and leaves nothing of it on the machine. */
  public void erase() {
    stop();
    if (namespace == null) {
      // Succeeds only when there was a pod.
      Tool.of("ip", "link", "delete", network.bridge()).attempt();
    }
    remains().deleteNetworkResults(network.name());
    DirectoryTree.delete(directory);
  }

  @Override
  public void close() {
    stop();
  }

  /** Puts images into the store that CRI uses. */
  public void importImages(List<Path> archives) {
    for (Path archive : archives) {
      ctr("images", "import", archive.toString()).within(Duration.ofMinutes(2)).run();
    }
  }

  /** containerd's own client, looking at what CRI made. */
  public Tool ctr(String... words) {
    return Tool.of(program.ctr().toString(), "-a", socket().toString(), "-n", "k8s.io").and(words);
  }

  /** Shims name the socket of the daemon that they belong to. */
  public List<ProcessTable.Entry> shims() {
    return remains().shims();
  }

  private void writeFiles() {
    try {
      Files.createDirectories(directory.resolve("net.d"));
      Files.createDirectories(addresses());
      Files.writeString(
          config(),
          new ContainerdConfig(
                  directory,
                  CNI_PLUGINS,
                  registries,
                  ContainerdConfig.mayLowerOomScore(Files.readString(STATUS)))
              .text(program.major()));
      Files.writeString(
          directory.resolve("net.d/10-jubelet.conflist"), network.conflist(addresses()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() {
    List<String> daemon = List.of(program.daemon().toString(), "--config", config().toString());
    // A session of its own: Ctrl-C in our terminal must not end it before its pods.
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(namespace == null ? daemon : namespace.enter(daemon));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    // Its shim must be of its own version; runc and iptables are where only root looks.
    builder
        .environment()
        .put(
            "PATH",
            program.directory() + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean answers() {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket()));
    } catch (IOException notYet) {
      return false;
    }
    return ctr("version").within(Duration.ofSeconds(5)).attempt().ok();
  }

  private ContainerdRemains remains() {
    return new ContainerdRemains(socket(), directory.resolve("state"));
  }

  private Path config() {
    return directory.resolve("containerd.toml");
  }

  /** All that it has written so far, over all its lives in this directory. */
  public List<String> logLines() {
    try {
      return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
    } catch (IOException e) {
      return List.of("(its log cannot be read: " + e.getMessage() + ")");
    }
  }

  public String lastLines() {
    List<String> lines = logLines();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }
}
