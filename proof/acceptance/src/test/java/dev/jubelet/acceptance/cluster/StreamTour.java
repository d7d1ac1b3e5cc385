package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** attach, port-forward, cp, debug and run. */
final class StreamTour {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Pattern DEBUG_POD = Pattern.compile("(node-debugger-\\S+)");

  private final KubectlScript script;
  private final RealCluster cluster;

  StreamTour(KubectlScript script, RealCluster cluster) {
    this.script = script;
    this.cluster = cluster;
  }

  void run() {
    script.step(() -> attach(script));
    script.step(() -> attach(script.withSpdy()));
    script.step(() -> portForward(script, 18080));
    script.step(() -> portForward(script.withSpdy(), 18081));
    script.step(this::copy);
    script.step(this::debug);
    script.shows(
        List.of("passing by"),
        "run",
        "passer",
        "--image=" + LocalImages.BUSYBOX,
        "--restart=Never",
        "--rm",
        "--attach",
        "--",
        "sh",
        "-c",
        "sleep 1; echo passing by");
  }

  private static void attach(KubectlScript kubectl) {
    try (KubectlRun run = kubectl.start("attach", "-i", "parrot")) {
      // Nothing tells when the stream stands, so it is said until it is repeated.
      Await.until(
          "the parrot repeats it",
          SOON,
          () -> {
            run.type("hello\n");
            Await.pause(Duration.ofMillis(300));
            return run.out().contains("you said hello");
          },
          () -> run.out() + run.err());
    }
  }

  private void portForward(KubectlScript kubectl, int port) {
    try (KubectlRun run = kubectl.start("port-forward", "pod/web", port + ":8080")) {
      run.awaitOut("Forwarding from 127.0.0.1:" + port, SOON);
      for (int i = 0; i < 3; i++) {
        Tool.Result page =
            cluster
                .namespace()
                .in("curl", "-sS", "-m", "10", "http://127.0.0.1:" + port + "/index.html")
                .attempt();
        assertThat(page.out()).as(page.err() + run.err()).isEqualTo("welcome\n");
      }
    }
  }

  private void copy() {
    try {
      Path here = Files.createDirectories(cluster.directory().resolve("copy"));
      Path file = Files.writeString(here.resolve("sent"), "some content\n");
      script.does("cp", file.toString(), "web:/tmp/received", "-c", "main");
      script.says("some content", "exec", "web", "--", "cat", "/tmp/received");
      script.does("cp", "web:/www/index.html", here.resolve("fetched").toString(), "-c", "main");
      assertThat(here.resolve("fetched")).hasContent("welcome");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void debug() {
    script.does(
        "debug",
        "web",
        "--image=" + LocalImages.BUSYBOX,
        "--target=main",
        "--container=probe",
        "--profile=general",
        "--",
        "sh",
        "-c",
        "echo seen: $(cat /proc/1/comm); sleep 3600");
    script.comesToShow(List.of("seen: httpd"), "logs", "web", "-c", "probe");
    script.says(
        "probe",
        "get",
        "pod",
        "web",
        "-o",
        "jsonpath={.status.ephemeralContainerStatuses[?(@.state.running)].name}");
    String said =
        script.does(
            "debug",
            "node/node-1",
            "--image=" + LocalImages.BUSYBOX,
            "--profile=general",
            "--",
            "sh",
            "-c",
            "test -d /host/proc && hostname -i; echo from the node");
    Matcher name = DEBUG_POD.matcher(said);
    assertThat(name.find()).as(said).isTrue();
    script.comesToShow(List.of("from the node"), "logs", name.group(1));
  }
}
