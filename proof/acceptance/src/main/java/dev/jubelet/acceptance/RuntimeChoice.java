package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.ContainerdProgram;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.app.host.PodNetwork;
import java.nio.file.Path;

/** Who is to run a node's containers. */
public sealed interface RuntimeChoice {
  /** One for a node that has all its things beneath a directory. */
  NodeRuntime on(Place place);

  /** Where a node is, and what its pods' network is to be. */
  record Place(Path directory, String cgroupRoot, PodNetwork network, NodeNamespace namespace) {}

  record Containerd(ContainerdProgram program) implements RuntimeChoice {
    @Override
    public NodeRuntime on(Place place) {
      return new DaemonRuntime(program, place);
    }
  }

  /**
   * The runtime inside of Jubelet.
   *
   * @param handler its OCI runtime
   */
  record Embedded(String handler) implements RuntimeChoice {
    @Override
    public NodeRuntime on(Place place) {
      return new InnerRuntime(handler, place);
    }
  }
}
