package dev.jubelet.acceptance.critest;

import dev.jubelet.acceptance.Daemon;
import dev.jubelet.acceptance.KubeletProcess;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code jubelet cri} as a user starts it, with everything of it beneath one directory. */
public final class JubeletCri implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration END = Duration.ofSeconds(10);
  private static final String WITHOUT_UNIFIED =
      "mount --make-rshared / && umount /sys/fs/cgroup/unified && exec \"$@\"";

  private final Path directory;
  private final boolean apart;
  private final Daemon daemon;

  private JubeletCri(Path directory, boolean apart, Daemon daemon) {
    this.directory = directory;
    this.apart = apart;
    this.daemon = daemon;
  }

  /**
   * @param directory short, since sockets lie in it
   * @param registries with {@code HOST/hosts.toml}
   * @param handler crun or runc
   */
  public static JubeletCri start(
      Path directory, NodeNamespace namespace, Path registries, String handler) {
    return start(
        directory, namespace, handler, List.of("--registry-config", registries.toString()));
  }

  /**
   * @param directory as above; what an earlier one left in it is found again
   * @param more flags
   */
  public static JubeletCri start(
      Path directory, NodeNamespace namespace, String handler, List<String> more) {
    // crun refuses cgroup v2 beside v1. Without it, it works; but only we may miss it.
    boolean apart = handler.equals("crun") && Files.isDirectory(Path.of("/sys/fs/cgroup/unified"));
    List<String> words = new ArrayList<>();
    if (apart) {
      words.addAll(List.of("unshare", "-m", "sh", "-c", WITHOUT_UNIFIED, "sh"));
    }
    words.addAll(KubeletProcess.jubelet().subList(0, 1));
    words.addAll(List.of("cri", "--listen", "unix://" + directory.resolve("cri.sock")));
    words.addAll(List.of("--root-dir", root(directory).toString()));
    words.addAll(List.of("--run-dir", directory.resolve("run").toString()));
    words.addAll(List.of("--default-handler", handler));
    words.addAll(more);
    Daemon daemon = Daemon.start("jubelet cri", namespace, words, directory.resolve("jubelet.log"));
    JubeletCri cri = new JubeletCri(directory, apart, daemon);
    Await.until(
        "the socket is there",
        START,
        () -> {
          daemon.requireAlive();
          return Files.exists(cri.socket());
        },
        () -> daemon.lastLines(60));
    return cri;
  }

  /** Where images and containers are. */
  public static Path root(Path directory) {
    return directory.resolve("root");
  }

  public Path socket() {
    return directory.resolve("cri.sock");
  }

  public String endpoint() {
    return "unix://" + socket();
  }

  /** What a program has to be called with that mounts something which the runtime is to see. */
  public List<String> around() {
    return apart ? List.of("nsenter", "-t", Long.toString(daemon.pid()), "-m", "--") : List.of();
  }

  public String lastLines(int count) {
    return daemon.lastLines(count);
  }

  public void killHard() {
    daemon.killHard();
  }

  @Override
  public void close() {
    if (daemon.alive()) {
      daemon.terminate(END);
    }
  }
}
