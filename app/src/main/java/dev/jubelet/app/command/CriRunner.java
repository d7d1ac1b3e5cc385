package dev.jubelet.app.command;

import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.ports.Journal;
import java.nio.file.Path;

/** Serves an embedded runtime until it is told to stop. */
@FunctionalInterface
public interface CriRunner {
  /**
   * @return the exit code of the process
   */
  int serve(EmbeddedSettings settings, Path socket, Journal journal) throws Exception;
}
