package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A kubelet, ours or another, started as a user would, inside a node's namespace. */
public final class KubeletProcess {
  private static final Duration END = Duration.ofSeconds(30);
  private static boolean built;

  private final Daemon daemon;
  private final NodeNamespace namespace;
  private final int healthPort;

  private KubeletProcess(Daemon daemon, NodeNamespace namespace, int healthPort) {
    this.daemon = daemon;
    this.namespace = namespace;
    this.healthPort = healthPort;
  }

  static KubeletProcess start(
      NodeNamespace namespace, List<String> words, Path log, int healthPort) {
    Daemon daemon = Daemon.start("the kubelet", namespace, words, log);
    return new KubeletProcess(daemon, namespace, healthPort);
  }

  /** The words that start ours; builds it first, so that no start of a node waits for Maven. */
  public static synchronized List<String> jubelet() {
    String launcher = Parts.repository().resolve("jubelet").toString();
    if (!built) {
      Tool.of(launcher, "version").within(Duration.ofMinutes(10)).run();
      built = true;
    }
    return List.of(launcher, "kubelet");
  }

  public long pid() {
    return daemon.pid();
  }

  public boolean alive() {
    return daemon.alive();
  }

  public void awaitHealthy(Duration deadline) {
    Await.until(
        "the kubelet is healthy",
        deadline,
        () -> {
          daemon.requireAlive();
          return request("/healthz").ok();
        },
        () -> lastLines(60));
  }

  /** The answer of its health port; with exit code 22 when it refuses. */
  public Tool.Result request(String path) {
    return namespace
        .in("curl", "-sS", "-f", "-m", "5", "http://127.0.0.1:" + healthPort + path)
        .attempt();
  }

  /**
   * The answer of Jubelet's socket for root; with exit code 22 when it refuses.
   *
   * @param root the node's {@code --root-dir}
   */
  public Tool.Result requestAtSocket(Path root, String path) {
    return namespace
        .in(
            "curl",
            "-sS",
            "-f",
            "-m",
            "5",
            "--unix-socket",
            root.resolve("jubelet-run/node.sock").toString(),
            "http://node" + path)
        .attempt();
  }

  /** SIGKILL. */
  public void killHard() {
    daemon.killHard();
  }

  /** SIGTERM; how long it took to end. */
  public Duration terminate() {
    return daemon.terminate(END);
  }

  public void freeze() {
    daemon.freeze();
  }

  public void thaw() {
    daemon.thaw();
  }

  /** CPU time since its start. */
  public Duration cpuTime() {
    return daemon.cpuTime();
  }

  /** Memory figures in KiB by their names in /proc/PID/status, such as VmRSS and VmHWM. */
  public Map<String, Long> memory() {
    return daemon.memory();
  }

  public String lastLines(int count) {
    return daemon.lastLines(count);
  }
}
