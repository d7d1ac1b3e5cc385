package dev.jubelet.runtime.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ExecOutcome;
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
  @TempDir Path directory;

  /**
   * @param before what the runtime does until the command begins
   */
  private ExecOutcome run(String before, String command, Duration timeout) throws IOException {
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
    return new ExecSync(directory.resolve("scratch"))
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
            timeout);
  }

  @Test
  void timeBeginsWithTheCommand() throws IOException {
    ExecOutcome outcome = run("sleep 1.5", "echo late", Duration.ofMillis(500));
    assertThat(new String(outcome.stdout(), StandardCharsets.UTF_8)).isEqualTo("late\n");
  }
}
