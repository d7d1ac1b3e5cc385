package dev.jubelet.decide.node;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.node.NodeAddress;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSystemInfo;
import dev.jubelet.model.runtime.RuntimeFeatures;
import java.util.List;
import java.util.Map;

/**
 * What a node says of itself and what does not change while it runs.
 *
 * @param port of its own server
 * @param maxImages how many images are shown, -1 for all
 * @param declaredFeatures what pods may rely on that other nodes may not have
 */
public record NodeProfile(
    NodeFacts facts,
    Registration registration,
    List<NodeAddress> addresses,
    NodeSystemInfo info,
    RuntimeFeatures runtime,
    int port,
    int maxImages,
    List<String> declaredFeatures) {

  /**
   * How its node object comes to be.
   *
   * @param bySelf whether it makes that object itself
   * @param annotations that are ours
   * @param providerId what the cloud calls this machine, or ""
   */
  public record Registration(boolean bySelf, Map<String, String> annotations, String providerId) {
    public Registration {
      annotations = Ordered.copyOf(annotations);
    }
  }

  public NodeProfile {
    addresses = List.copyOf(addresses);
    declaredFeatures = List.copyOf(declaredFeatures);
  }

  public String name() {
    return facts.nodeName();
  }
}
