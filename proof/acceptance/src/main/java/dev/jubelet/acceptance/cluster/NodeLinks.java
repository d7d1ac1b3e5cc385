package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.NodeIdentity;
import dev.jubelet.acceptance.host.NodeNamespace;

/**
 * Cables between namespaces: each node's bridge is plugged into that of the control plane, and
 * everybody knows the way to everybody's pods.
 */
final class NodeLinks {
  private static final String BRIDGE = "node0";
  private static final String UPLINK = "uplink";

  private NodeLinks() {}

  /** The namespaces' ends go with them. */
  static void plug(NodeNamespace hub, NodeNamespace node, String name) {
    hub.in("ip", "link", "add", name, "type", "veth", "peer", "name", UPLINK)
        .and("netns", node.file().toString())
        .run();
    hub.in("ip", "link", "set", name, "master", BRIDGE, "up").run();
    node.in("ip", "link", "set", UPLINK, "master", BRIDGE, "up").run();
  }

  static void route(NodeNamespace from, NodeIdentity to) {
    from.in("ip", "route", "replace", to.podSubnet(), "via", to.address(), "dev", BRIDGE).run();
  }
}
