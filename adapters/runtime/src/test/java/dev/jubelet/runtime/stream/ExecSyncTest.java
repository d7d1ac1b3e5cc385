package dev.jubelet.runtime.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ExecOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With an OCI runtime that is a script, so that it takes as long as is wanted. */
@Timeout(60)
final class ExecSyncTest {
  private static final Duration LONG = Duration.ofSeconds(50);

  @TempDir Path directory;

  private final MemoryBudget outputs = new MemoryBudget("output of exec calls", 64 << 10);

  /**
   * @param before what the runtime does until the command begins
   */
  private ExecOutcome run(String before, String command, Duration timeout) throws IOException {
    return run(before, command, timeout, 1024);
  }

  private ExecOutcome run(String before, String command, Duration timeout, int outputMax)
      throws IOException {
    Files.writeString(directory.resolve("config.json"), "{\"process\": {\"args\": [\"sh\"]}}");
    Path script =
        Files.writeString(
            directory.resolve("oci"),
            """
            #!/bin/sh
            while [ "$1" != --pid-file ]; do shift; done
            %s
            echo $$ > "$2"
            exec %s
            """
                .formatted(before, command));
    return new ExecSync(directory.resolve("scratch"), outputs)
        .run(
            new ReachableContainers.Running(
                new ContainerId("c"),
                List.of("/bin/sh", script.toString()),
                directory,
                directory.resolve("attach"),
                directory.resolve("ctl"),
                ProcessHandle.current().pid(),
                false),
            List.of("true"),
            timeout,
            outputMax);
  }

  @Test
  void timeBeginsWithTheCommand() throws IOException {
    ExecOutcome outcome = run("sleep 1.5", "echo late", Duration.ofMillis(500));
    assertThat(new String(outcome.stdout(), StandardCharsets.UTF_8)).isEqualTo("late\n");
  }

  @Test
  void outputBeyondWhatTheCallerWantsIsReadAndDropped() throws IOException {
    try (ExecOutcome outcome =
        run("", "sh -c 'yes | head -c 1000000; yes no | head -c 1000000 >&2; exit 3'", LONG, 10)) {
      assertThat(new String(outcome.stdout(), StandardCharsets.UTF_8)).isEqualTo("y\n".repeat(5));
      assertThat(new String(outcome.stderr(), StandardCharsets.UTF_8)).isEqualTo("no\nno\nno\nn");
      assertThat(outcome.exitCode()).isEqualTo(3);
      assertThat(outputs.used()).isBetween(20L, 10L << 10);
    }
    assertThat(outputs.used()).isZero();
  }

  @Test
  void outputsOfAllCommandsTogetherHaveOneBound() throws IOException {
    String talkative = "sh -c 'yes | head -c 1000000'";
    try (ExecOutcome first = run("", talkative, LONG, 1 << 20);
        ExecOutcome second = run("", talkative, LONG, 1 << 20)) {
      assertThat(first.stdout()).hasSizeGreaterThan(16 << 10);
      assertThat(first.stdout().length + second.stdout().length).isLessThanOrEqualTo(64 << 10);
      assertThat(second.exitCode()).isZero();
    }
    assertThat(outputs.used()).isZero();
  }

  @Test
  void failedCommandGivesItsMemoryBack() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> run("", "sh -c 'echo hello; sleep 60'", Duration.ofMillis(300)));
    assertThat(outputs.used()).isZero();
  }
}
