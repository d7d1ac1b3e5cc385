package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.sandboxed.Tool;
import java.time.Duration;
import java.util.List;

/** All that logs can be asked for. */
final class LogTour {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String STAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z ";

  private final KubectlScript script;

  LogTour(KubectlScript script) {
    this.script = script;
  }

  void run() {
    script.shows(List.of("problem", "line 1\n", "line 10"), "logs", "web", "-c", "side");
    script.says("line 9\nline 10", "logs", "web", "-c", "side", "--tail=2");
    script.says("prepared", "logs", "web", "-c", "init");
    script.says("", "logs", "web", "-c", "side", "--tail=0");
    script.says("prob", "logs", "web", "-c", "side", "--limit-bytes=4");
    script.shows(List.of("line 10"), "logs", "web", "-c", "side", "--since=1h");
    script.says("", "logs", "web", "-c", "side", "--since-time=2099-01-01T00:00:00Z");
    String stamped = script.does("logs", "web", "-c", "side", "--timestamps", "--tail=1");
    assertThat(stamped).matches(STAMP + "line 10");
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
    follow();
  }

  /** Until the container ends, and from the beginning. */
  private void follow() {
    try (KubectlRun run = script.start("logs", "counter", "--follow")) {
      Tool.Result result = run.end(SOON);
      assertThat(result.exit()).isZero();
      assertThat(result.out()).isEqualTo("count 1\ncount 2\ncount 3\n");
    }
    try (KubectlRun run = script.start("logs", "parrot", "--follow")) {
      script.fed("logs\n", "", "exec", "-i", "parrot", "--", "sh", "-c", "cat > /proc/1/fd/1");
      run.awaitOut("logs\n", SOON);
    }
  }
}
