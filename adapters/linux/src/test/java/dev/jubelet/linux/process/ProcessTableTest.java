package dev.jubelet.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessTableTest {
  private final String mark = "mark-" + UUID.randomUUID();
  private Process process;

  @BeforeEach
  void start() throws IOException {
    process = new ProcessBuilder("/bin/sh", "-c", "echo; read line", mark).start();
    // Before that, it may still be on its way to become the shell.
    assertThat(process.getInputStream().read()).isEqualTo('\n');
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void findsProcessesByTheirCommandLine() {
    assertThat(ProcessTable.mentioning(mark))
        .containsExactly(
            new ProcessTable.Entry(process.pid(), "/bin/sh -c echo; read line " + mark));
  }

  @Test
  void findsThemAmongTheDescendants() {
    assertThat(ProcessTable.descendants(ProcessHandle.current().pid()))
        .extracting(ProcessTable.Entry::pid)
        .contains(process.pid());
  }

  @Test
  void waitsUntilTheyAreGone() {
    assertThat(ProcessTable.kill(process.pid())).isTrue();
    assertThat(ProcessTable.mentioning(mark)).isEmpty();
    assertThat(ProcessTable.terminate(process.pid(), 1)).isTrue();
  }
}
