package dev.jubelet.training;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/**
 * Trains a node: {@code TrainingMain COMMAND...} starts the command, which the JVM records, and
 * ends with its exit code. The launcher calls it.
 */
public final class TrainingMain {
  private TrainingMain() {}

  public static void main(String[] command) throws IOException {
    Training training = Training.prepare();
    // Whatever ends us ends the recorded process too.
    Runtime.getRuntime().addShutdownHook(new Thread(training::close, "end"));
    ProcessHandle.current()
        .parent()
        .ifPresent(launcher -> launcher.onExit().thenRun(() -> System.exit(1)));
    try {
      System.exit(training.run(List.of(command), Redirect.INHERIT));
    } catch (IOException | RuntimeException failed) {
      failed.printStackTrace();
      System.exit(1);
    }
  }
}
