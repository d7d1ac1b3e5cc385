package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.sandboxed.Tool;
import java.util.List;

/** Commands in running containers: streams, exit codes, terminals. */
final class ExecTour {
  private final KubectlScript script;
  private final RealCluster cluster;

  ExecTour(KubectlScript script, RealCluster cluster) {
    this.script = script;
    this.cluster = cluster;
  }

  void run() {
    script.says("green", "exec", "web", "--", "sh", "-c", "echo $COLOUR");
    script.says("welcome", "exec", "web", "-c", "side", "--", "cat", "/data/index.html");
    script.fails(7, "exit code 7", "exec", "web", "--", "sh", "-c", "exit 7");
    script.fails(3, "to stderr", "exec", "web", "--", "sh", "-c", "echo to stderr >&2; exit 3");
    script.fails(1, "no such file or directory", "exec", "web", "--", "/bin/nobody");
    script.fails(1, "not found", "exec", "nobody", "--", "true");
    script.fails(1, "container nobody is not valid", "exec", "web", "-c", "nobody", "--", "true");
    script.fed("one\ntwo\n", "2", "exec", "-i", "web", "--", "wc", "-l");
    script.fed("backwards", "sdrawkcab", "exec", "-i", "web", "--", "rev");
    KubectlScript spdy = new KubectlScript(cluster.kubectl().withSpdy());
    spdy.says("green", "exec", "web", "--", "sh", "-c", "echo $COLOUR");
    spdy.fails(7, "exit code 7", "exec", "web", "--", "sh", "-c", "exit 7");
    spdy.fed("one\ntwo\n", "2", "exec", "-i", "web", "--", "wc", "-l");
    terminal(cluster.kubectl());
    terminal(cluster.kubectl().withSpdy());
    script.shows(List.of("PID", "httpd"), "exec", "web", "-c", "main", "--", "ps");
  }

  /** util-linux's script gives kubectl a terminal of 80 columns. */
  private static void terminal(Kubectl kubectl) {
    List<String> words =
        kubectl.tool("exec", "-it", "web", "--", "sh", "-c", "'tty; sleep 1; stty size'").words();
    String command = "stty rows 33 cols 77; " + String.join(" ", words);
    Tool.Result result = Tool.of("script", "-qec", command, "/dev/null").attempt();
    assertThat(result.out()).contains("/dev/pts/0", "33 77");
  }
}
