package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A way to the API server that can be broken. It is a process of its own, since it has to live in
 * the control plane's namespace; lines on its input tell it what to do.
 */
public final class FaultProxy implements AutoCloseable {
  private static final int FIRST_PORT = 7443;
  private static final Duration ANSWER = Duration.ofSeconds(20);

  private final Process process;
  private final BufferedReader answers;
  private final NodeNamespace namespace;
  private final String address;
  private final int port;
  private boolean dropping;

  private FaultProxy(Process process, NodeNamespace namespace, String address, int port) {
    this.process = process;
    this.answers = process.inputReader(UTF_8);
    this.namespace = namespace;
    this.address = address;
    this.port = port;
  }

  /**
   * @param number of those that a cluster has, from 0
   */
  static FaultProxy start(
      Path directory, NodeNamespace namespace, String address, ClusterKeys keys, int number) {
    int port = FIRST_PORT + number;
    keys.authority("unknown-ca");
    keys.signBy("unknown-ca", "unknown", "/CN=kube-apiserver", "IP:" + address);
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            FaultProxyProgram.class.getName(),
            address,
            Integer.toString(port),
            Integer.toString(ControlPlane.PORT),
            keys.store("apiserver").toString(),
            keys.store("unknown").toString());
    try {
      Process process =
          new ProcessBuilder(namespace.enter(words))
              .redirectError(directory.resolve("faults-" + number + ".log").toFile())
              .start();
      FaultProxy proxy = new FaultProxy(process, namespace, address, port);
      proxy.tell(ProxyFault.NONE);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a kubeconfig names instead of the API server. */
  public String server() {
    return "https://" + address + ":" + port;
  }

  /**
   * From now on.
   *
   * @return how many times somebody came since the last change: connections that were made, and
   *     requests that we answered ourselves
   */
  public int set(ProxyFault fault) {
    if (dropping) {
      packets("-D");
      dropping = false;
    }
    int came = tell(fault);
    if (fault == ProxyFault.DROP) {
      packets("-I");
      dropping = true;
    }
    return came;
  }

  private void packets(String action) {
    String ours = Integer.toString(port);
    namespace
        .in("iptables", "-w", action, "INPUT", "-p", "tcp", "--dport", ours, "-j", "DROP")
        .run();
    namespace
        .in("iptables", "-w", action, "OUTPUT", "-p", "tcp", "--sport", ours, "-j", "DROP")
        .run();
  }

  private int tell(ProxyFault fault) {
    try {
      process.getOutputStream().write((fault.name() + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
      Await.until("the proxy answers", ANSWER, this::answers);
      String answer = answers.readLine();
      String beginning = fault.name() + " ";
      if (answer == null || !answer.startsWith(beginning)) {
        throw new AssertionError("the proxy said " + answer + " to " + fault);
      }
      return Integer.parseInt(answer.substring(beginning.length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean answers() {
    try {
      return answers.ready() || !process.isAlive();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
