package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.Main;
import dev.jubelet.training.Training;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class TrainingTest {
  @TempDir Path directory = Path.of("");

  /** The whole node, from its command line to its end, on a runtime that runs nothing. */
  @Test
  void podsOfBothKindsComeRunAndAreAskedFor() throws IOException {
    Path log = directory.resolve("log");
    try (Training training = Training.prepare()) {
      int exit = training.run(jubelet("training"), Redirect.to(log.toFile()));
      assertThat(exit).as(Files.readString(log)).isZero();
    }
  }

  @Test
  void aProcessThatIsNoNodeIsNotTrained() throws IOException {
    try (Training training = Training.prepare()) {
      assertThat(training.run(jubelet("version"), Redirect.DISCARD)).isNotZero();
    }
  }

  private static List<String> jubelet(String command) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName(),
        command);
  }
}
