package dev.jubelet.cluster.client;

import dev.jubelet.json.Node;
import java.util.List;

/** Is told what a {@link Reflector} sees, one thing at a time. */
public interface ObjectListener {
  /** All objects, after a list; whoever is not among them is gone. */
  void listed(List<Node.Fields> objects);

  /** An object that came or changed. */
  void changed(Node.Fields object);

  void removed(Node.Fields object);
}
