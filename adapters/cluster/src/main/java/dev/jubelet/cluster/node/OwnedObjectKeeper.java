package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.json.Node;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes an object that the node owns, looks after it from time to time, and makes it anew when
 * somebody deletes it. Nobody owns anything before there is a node: nothing happens until then.
 */
final class OwnedObjectKeeper implements AutoCloseable {
  private final ApiContext context;
  private final String node;
  private final OwnedObject object;
  private final PeriodicTask periodic;

  private String nodeUid = "";

  // Touched by the periodic task only.
  private Node.@Nullable Fields written;

  OwnedObjectKeeper(ApiContext context, String node, OwnedObject object) {
    this.context = context;
    this.node = node;
    this.object = object;
    this.periodic =
        new PeriodicTask(
            object.kind() + " of node " + node, context, object.longestPause(), this::perform);
  }

  /** There is a node now, or another one. */
  void owner(String uid) {
    synchronized (this) {
      if (uid.equals(nodeUid)) {
        return;
      }
      nodeUid = uid;
    }
    periodic.soon();
  }

  void retryNow() {
    synchronized (this) {
      if (nodeUid.isEmpty()) {
        return;
      }
    }
    periodic.retryNow();
  }

  @Override
  public void close() {
    periodic.close();
  }

  private Duration perform() {
    NodeOwner owner;
    synchronized (this) {
      owner = new NodeOwner(node, nodeUid);
    }
    try {
      update(owner);
    } catch (ApiFailure failure) {
      // Somebody else wrote or deleted it: what it is now has to be read.
      written = null;
      if (!failure.conflict() && !failure.notFound() && !failure.alreadyExists()) {
        throw failure;
      }
      update(owner);
    }
    return object.interval();
  }

  private void update(NodeOwner owner) {
    Node.Fields known = written == null ? context.api().getIfThere(path()).orElse(null) : written;
    Node.Fields wanted =
        known == null ? object.initial().apply(owner) : object.updated().apply(known, owner);
    Node.Fields now = wanted;
    if (known == null) {
      now = context.api().create(object.collection(), wanted);
    } else if (wanted != known) {
      now = context.api().replace(path(), wanted);
    }
    written = object.writtenByUsOnly() ? now : null;
  }

  private String path() {
    return object.collection() + "/" + node;
  }
}
