package dev.jubelet.runtime.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With an OCI runtime that is a script, so that it takes as long as is wanted. */
@Timeout(60)
final class ExecSyncTest {
  private static final Duration LONG = Duration.ofSeconds(50);

  @TempDir Path directory;

  private @Nullable ExecSessions sessions;
  private final MemoryBudget outputs = new MemoryBudget("output of exec calls", 64 << 10);

  private synchronized ExecSessions sessions() {
    if (sessions == null) {
      sessions = new ExecSessions(directory.resolve("scratch"));
    }
    return sessions;
  }

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
    return new ExecSync(sessions(), outputs)
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
  void commandsEndWithTheRuntime() throws Exception {
    Path begun = directory.resolve("begun");
    CompletableFuture<ExecOutcome> outcome =
        CompletableFuture.supplyAsync(() -> {
          try {
            return run("", "sh -c 'touch " + begun + "; sleep 600'", Duration.ZERO);
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
    Await.until("it has begun", LONG, () -> Files.exists(begun));
    sessions().close();
    assertThat(outcome.get(20, TimeUnit.SECONDS).exitCode()).isNotZero();
    assertThat(directory.resolve("scratch")).isEmptyDirectory();
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> run("", "true", LONG))
        .withMessageContaining("is being stopped");
  }

  @Test
  void failedCommandGivesItsMemoryBack() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> run("", "sh -c 'echo hello; sleep 60'", Duration.ofMillis(300)));
    assertThat(outputs.used()).isZero();
  }
}
