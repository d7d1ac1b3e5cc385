package dev.jubelet.app.command.run;

import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.Journal;
import java.util.List;

/** A node inside this process. */
public interface LocalNode extends AutoCloseable {
  /** All pods that the node knows, with their present status. */
  List<Pod> pods();

  /** Ends the node and leaves its pods as they are. */
  @Override
  void close();

  /** Makes nodes. */
  @FunctionalInterface
  interface Starter {
    LocalNode start(NodeConfig config, Journal journal);
  }
}
