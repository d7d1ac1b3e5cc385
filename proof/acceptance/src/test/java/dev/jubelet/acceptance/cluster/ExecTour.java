package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.Tool;
import java.time.Duration;
import java.util.List;

/** Commands in running containers: streams, exit codes, terminals. */
final class ExecTour {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final KubectlScript script;

  ExecTour(KubectlScript script) {
    this.script = script;
  }

  void run() {
    script.says("green", "exec", "web", "--", "sh", "-c", "echo $COLOUR");
    script.says("welcome", "exec", "web", "-c", "side", "--", "cat", "/data/index.html");
    script.fails(7, "exit code 7", "exec", "web", "--", "sh", "-c", "exit 7");
    script.fails(3, "to stderr", "exec", "web", "--", "sh", "-c", "echo to stderr >&2; exit 3");
    script.fails(1, "no such file or directory", "exec", "web", "--", "/bin/nobody");
    script.fails(1, "not found", "exec", "nobody", "--", "true");
    script.fails(1, "container nobody is not valid", "exec", "web", "-c", "nobody", "--", "true");
    talk(script);
    KubectlScript spdy = script.withSpdy();
    spdy.says("green", "exec", "web", "--", "sh", "-c", "echo $COLOUR");
    spdy.fails(7, "exit code 7", "exec", "web", "--", "sh", "-c", "exit 7");
    talk(spdy);
    terminal(script);
    terminal(spdy);
    killed(script, "marked-websocket");
    killed(spdy, "marked-spdy");
    script.shows(List.of("PID", "httpd"), "exec", "web", "-c", "main", "--", "ps");
  }

  private static void talk(KubectlScript script) {
    String command = "head -n 2 | rev; cat; echo the end";
    script.talks(
        "one\ntwo\n", "eno\nowt\n", "the end\n", "exec", "-i", "web", "--", "sh", "-c", command);
  }

  /** A kubectl that is killed takes along a command that waits for its input. */
  private static void killed(KubectlScript script, String mark) {
    script.step(() -> {
      String command = "while read -r line; do echo $line; done; : " + mark;
      try (KubectlRun run = script.start("exec", "-i", "web", "--", "sh", "-c", command)) {
        run.type("hello\n");
        run.awaitOut("hello\n", SOON);
        script.shows(List.of(mark), "exec", "web", "--", "ps");
      }
      script.ceasesToShow(mark, "exec", "web", "--", "ps");
    });
  }

  /** util-linux's script gives kubectl a terminal, which is of the size that stty says. */
  private static void terminal(KubectlScript script) {
    String inside = "'tty; until stty size | grep -q \"33 77\"; do sleep 0.1; done; stty size'";
    List<String> words = script.words("exec", "-it", "web", "--", "sh", "-c", inside);
    String command = "stty rows 33 cols 77; " + String.join(" ", words);
    script.step(() -> {
      Tool.Result result = Tool.of("script", "-qec", command, "/dev/null").attempt();
      assertThat(result.out()).as(command).contains("/dev/pts/", "33 77");
    });
  }
}
