package dev.jubelet.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.command.Jubelet;
import dev.jubelet.app.command.Subcommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class RunCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void tellsWhereToGoForAnotherRuntime() {
    assertThat(run("run", "--runtime", "containerd", "pod.yaml")).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            "runs no pods on containerd", "jubelet kubelet --config", "containerRuntimeEndpoint");
  }

  @Test
  void offersNoChoiceOfRuntimes() {
    assertThat(run("run", "--help")).isZero();
    assertThat(out.toString()).contains("--follow").doesNotContain("--runtime");
  }

  private int run(String... words) {
    Subcommand command =
        new Subcommand(
            "run",
            () ->
                new RunCommand((config, journal) -> {
                  throw new IllegalStateException("no node is to be started");
                }));
    return Jubelet.standard((config, journal) -> 0, command)
        .run(new PrintWriter(out), new PrintWriter(err), words);
  }
}
