package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** All that logs can be asked for. */
final class LogTour {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String STAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z ";

  private final KubectlScript script;
  private final ClusterNode node;

  LogTour(KubectlScript script, ClusterNode node) {
    this.script = script;
    this.node = node;
  }

  void run() {
    script.comesToShow(List.of("problem\nline 1\n", "line 10\n"), "logs", "web", "-c", "side");
    script.says("line 9\nline 10", "logs", "web", "-c", "side", "--tail=2");
    script.says("prepared", "logs", "web", "-c", "init");
    script.says("", "logs", "web", "-c", "side", "--tail=0");
    script.says("prob", "logs", "web", "-c", "side", "--limit-bytes=4");
    script.shows(List.of("line 10"), "logs", "web", "-c", "side", "--since=1h");
    script.says("", "logs", "web", "-c", "side", "--since-time=2099-01-01T00:00:00Z");
    String stamped = script.does("logs", "web", "-c", "side", "--timestamps", "--tail=1");
    script.step(() -> assertThat(stamped).matches(STAMP + "line 10"));
    script.shows(
        List.of("[pod/web/side] line 10", "[pod/web/init] prepared"),
        "logs",
        "web",
        "--all-containers",
        "--prefix");
    script.shows(List.of("line 10"), "logs", "-l", "app=web", "-c", "side");
    script.fails(1, "container nobody is not valid for pod web", "logs", "web", "-c", "nobody");
    script.comesToShow(List.of("last words"), "logs", "crash", "--previous");
    script.fails(1, "previous terminated container", "logs", "web", "-c", "main", "--previous");
    script.step(this::followToTheEnd);
    script.step(this::followOn);
  }

  /** From the beginning, until the container ends. */
  private void followToTheEnd() {
    try (KubectlRun run = script.start("logs", "counter", "--follow")) {
      Tool.Result result = run.end(SOON);
      assertThat(result.exit()).isZero();
      assertThat(result.out()).isEqualTo("count 1\ncount 2\ncount 3\n");
    }
  }

  private void followOn() {
    try (KubectlRun run = script.start("logs", "parrot", "--follow")) {
      script.says("", "exec", "parrot", "--", "sh", "-c", "echo to the log > /proc/1/fd/1");
      run.awaitOut("to the log\n", SOON);
    }
  }

  /** All that was rotated away, compressed or not: the Go kubelet shows the newest file only. */
  void rotated() {
    script.step(() -> {
      try {
        String uid = script.does("get", "pod", "web", "-o", "jsonpath={.metadata.uid}");
        Path logs = node.parts().logs().resolve("default_web_" + uid).resolve("side");
        rotate(logs, "0.log.20260101-000000");
        Tool.of("gzip", logs.resolve("0.log.20260101-000000").toString()).run();
        script.says("", "exec", "web", "-c", "side", "--", "sh", "-c", say("second"));
        script.comesToShow(List.of("line 10\nsecond\n"), "logs", "web", "-c", "side");
        rotate(logs, "0.log.20260101-000001");
        script.says("", "exec", "web", "-c", "side", "--", "sh", "-c", say("third"));
        script.comesToShow(List.of("line 10\nsecond\nthird\n"), "logs", "web", "-c", "side");
        script.says("line 10\nsecond\nthird", "logs", "web", "-c", "side", "--tail=3");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  private static String say(String word) {
    return "echo " + word + " > /proc/1/fd/1";
  }

  private void rotate(Path logs, String name) throws IOException {
    String id =
        script.does(
            "get",
            "pod",
            "web",
            "-o",
            "jsonpath={.status.containerStatuses[?(@.name=='side')].containerID}");
    Files.move(logs.resolve("0.log"), logs.resolve(name));
    node.parts().crictl().run("logs", "--reopen", "--tail=0", id.substring(id.indexOf("://") + 3));
  }
}
