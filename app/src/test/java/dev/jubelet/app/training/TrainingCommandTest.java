package dev.jubelet.app.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.assembly.NodeAssembly;
import java.io.IOException;
import java.util.logging.LogManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class TrainingCommandTest {
  @AfterEach
  void restoreLogging() throws IOException {
    LogManager.getLogManager().readConfiguration();
  }

  /** The whole node, from its command line to its end, on a runtime that runs nothing. */
  @Test
  void podsOfBothKindsComeRunAndAreAskedFor() throws IOException {
    assertThat(new TrainingCommand(new NodeAssembly()).call()).isZero();
  }
}
