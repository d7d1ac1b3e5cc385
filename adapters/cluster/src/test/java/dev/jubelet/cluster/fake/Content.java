package dev.jubelet.cluster.fake;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.TreeText;

/** What trees say, wherever it stood. */
final class Content {
  private Content() {}

  static boolean same(Node one, Node other) {
    return TreeText.json(one).equals(TreeText.json(other));
  }
}
