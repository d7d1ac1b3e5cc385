package dev.jubelet.cluster.node;

import dev.jubelet.json.Node;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An object of the API server that the node owns and that bears the node's name.
 *
 * @param kind for people, such as {@code lease}
 * @param collection the path below which objects of its kind are
 * @param interval how often to look after it
 * @param longestPause after a failure
 * @param writtenByUsOnly whether to change it as we wrote it last, without reading what others made
 *     of it
 * @param updated as it should be now: the known object itself when nothing has to change
 */
record OwnedObject(
    String kind,
    String collection,
    Duration interval,
    Duration longestPause,
    boolean writtenByUsOnly,
    Function<NodeOwner, Node.Fields> initial,
    BiFunction<Node.Fields, NodeOwner, Node.Fields> updated) {}
