package dev.jubelet.runtime.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Execs of a life that was killed. */
@Timeout(60)
final class AbandonedExecsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path scratch;

  /** Somebody who starts a process and waits for it, as OCI runtimes do. */
  private static Process starter(Path pidFile, String... words) throws IOException {
    var command =
        new java.util.ArrayList<>(
            java.util.List.of(
                "sh",
                "-c",
                "sleep 600 & echo $! > "
                    + pidFile
                    + ".new; mv "
                    + pidFile
                    + ".new "
                    + pidFile
                    + "; wait",
                "oci"));
    command.addAll(java.util.List.of(words));
    return new ProcessBuilder(command).start();
  }

  private static ProcessIdentity first(Path pidFile) throws IOException {
    Await.until("a process begins", PATIENCE, () -> Files.exists(pidFile));
    return ProcessIdentity.of(Long.parseLong(Files.readString(pidFile).strip())).orElseThrow();
  }

  @Test
  void endWithTheNextStart(@TempDir Path other) throws Exception {
    Path directory = Files.createDirectory(scratch.resolve("exec-1"));
    ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
    Files.writeString(directory.resolve("container"), self.pid() + " " + self.born());
    Process ours = starter(directory.resolve("pid"), directory.resolve("process.json").toString());
    Process innocent = starter(other.resolve("pid"), directory + "2/process.json");
    try {
      ProcessIdentity inside = first(directory.resolve("pid"));
      ProcessIdentity others = first(other.resolve("pid"));
      AbandonedExecs.sweep(scratch);
      assertThat(ours.waitFor(PATIENCE)).isTrue();
      Await.until("the process has ended", PATIENCE, () -> !inside.alive());
      assertThat(directory).doesNotExist();
      assertThat(innocent.isAlive()).isTrue();
      assertThat(others.alive()).isTrue();
      others.signal(9);
    } finally {
      ours.destroyForcibly();
      innocent.destroyForcibly();
    }
  }

  @Test
  void nobodyIsTouchedForADirectoryThatNobodyNames() throws Exception {
    Path directory = Files.createDirectory(scratch.resolve("exec-1"));
    Files.writeString(directory.resolve("pid"), Long.toString(ProcessHandle.current().pid()));
    AbandonedExecs.sweep(scratch);
    assertThat(directory).doesNotExist();
  }
}
