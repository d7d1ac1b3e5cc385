package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.RealNode;

/** What the runtime of a node can do. CRI tells little of it, so that versions have to do. */
final class Runtimes {
  private Runtimes() {}

  /** Ours, and containerd since 2.1. */
  static boolean mountImages(RealNode node) {
    return current(node);
  }

  /** Ours, and containerd since 2.2. */
  static boolean sendOtherSignals(RealNode node) {
    return current(node);
  }

  /**
   * Ours. A containerd says {@code Error} now and then: its shim forgets an event whose cgroup is
   * gone before it looks (containerd issue 8893).
   */
  static boolean alwaysTellOutOfMemory(RealNode node) {
    return node.runtime().containerd().isEmpty();
  }

  static boolean leaveOutGroupsOfImages(RealNode node) {
    return Document.parse(node.crictl().run("info"))
        .at("features", "supplemental_groups_policy")
        .text()
        .equals("true");
  }

  /** The tour runs on 1.6 and on the newest there is. */
  private static boolean current(RealNode node) {
    return node.runtime().containerd().map(it -> it.program().major() >= 2).orElse(true);
  }
}
