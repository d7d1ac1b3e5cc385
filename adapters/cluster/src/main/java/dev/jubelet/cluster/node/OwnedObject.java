package dev.jubelet.cluster.node;

import dev.jubelet.json.Node;
import java.time.Duration;

/** An object of the API server that the node owns and that bears the node's name. */
interface OwnedObject {
  /** For people, such as {@code lease}. */
  String kind();

  /** The path below which objects of its kind are. */
  String collection();

  /** How often to look after it. */
  Duration interval();

  /** The longest pause after a failure. */
  Duration longestPause();

  /** Whether to change it as we wrote it last, without reading what others made of it. */
  boolean writtenByUsOnly();

  Node.Fields initial(NodeOwner owner);

  /** As it should be now: {@code known} itself when nothing has to change. */
  Node.Fields updated(Node.Fields known, NodeOwner owner);
}
