package dev.jubelet.app.command;

import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.ports.Journal;

/** Runs a node until it is told to stop. */
@FunctionalInterface
public interface NodeRunner {
  /**
   * @return the exit code of the process
   */
  int run(NodeConfig config, Journal journal) throws Exception;
}
