package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.decide.node.NodeEvents;
import dev.jubelet.decide.node.NodeHealth;
import dev.jubelet.decide.node.NodeLabels;
import dev.jubelet.decide.node.NodeProfile;
import dev.jubelet.decide.node.NodeStatuses;
import dev.jubelet.json.Node;
import dev.jubelet.model.node.NodeImage;
import dev.jubelet.model.node.NodeStatus;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the node's object: makes it where we register ourselves, shows how the node is as soon as
 * that changes and from time to time, and makes it anew when somebody deletes it while we run.
 */
public final class NodeKeeper implements AutoCloseable {
  private static final String NODES = "/api/v1/nodes";
  private static final Duration TICK = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(7);

  /** Kubernetes: pods of a node that is gone are collected after 40 s; before, it may be back. */
  private static final Duration COMEBACK = Duration.ofSeconds(2);

  private final ApiContext context;
  private final NodeProfile profile;
  private final Supplier<NodeHealth> health;
  private final Duration reportEvery;
  private final Consumer<PublishedNode> listener;
  private final PeriodicTask periodic;

  private @Nullable PublishedNode shown;
  private List<NodeImage> images = List.of();
  private boolean seenUnschedulable;

  // Touched by the periodic task only.
  private boolean comesBack;
  private boolean devicesTold;
  private Instant nextReport;
  private @Nullable Answered last;

  /** What we sent last and what became of it: not every server keeps all that it is told. */
  private record Answered(NodeStatus sent, NodeStatus kept) {}

  /**
   * @param listener is told the object whenever another version of it is known
   */
  NodeKeeper(
      ApiContext context,
      NodeProfile profile,
      Supplier<NodeHealth> health,
      Duration reportEvery,
      Consumer<PublishedNode> listener) {
    this.context = context;
    this.profile = profile;
    this.health = health;
    this.reportEvery = reportEvery;
    this.listener = listener;
    this.nextReport = context.time().now();
    this.periodic =
        new PeriodicTask("report of node " + profile.name(), context, LONGEST_PAUSE, this::perform);
  }

  /** Something about the node may have changed. */
  void look() {
    periodic.soon();
  }

  void retryNow() {
    periodic.retryNow();
  }

  @Override
  public void close() {
    periodic.close();
  }

  void images(List<NodeImage> present) {
    synchronized (this) {
      if (present.equals(images)) {
        return;
      }
      images = List.copyOf(present);
    }
    look();
  }

  /** The object came or changed. */
  void seen(Node.Fields object) {
    remember(PublishedNode.of(object));
    look();
  }

  /** The object was deleted, by us or by others. */
  void gone(Metadata deleted) {
    synchronized (this) {
      if (shown == null || !shown.meta().uid().equals(deleted.uid())) {
        return;
      }
      shown = null;
    }
    context.warn("NodeDeleted", "somebody deleted the node");
    var _ = context.time().after(COMEBACK, periodic::soon);
  }

  private @Nullable PublishedNode remember(PublishedNode node) {
    NodeEvents event = null;
    synchronized (this) {
      if (shown != null && !node.isNewerThan(shown)) {
        return shown;
      }
      shown = node;
      if (node.unschedulable() != seenUnschedulable) {
        seenUnschedulable = node.unschedulable();
        event = NodeEvents.schedulable(profile.name(), !seenUnschedulable);
      }
    }
    if (event != null) {
      recordEvent(event);
    }
    listener.accept(node);
    return node;
  }

  private Duration perform() {
    PublishedNode known;
    synchronized (this) {
      known = shown;
    }
    if (known == null) {
      known = present();
    }
    report(known);
    Duration left = Duration.between(context.time().now(), nextReport);
    return left.compareTo(TICK) < 0 ? left : TICK;
  }

  private PublishedNode present() {
    last = null;
    if (profile.registration().bySelf()) {
      NodeStatus status = wanted(NodeStatus.NOTHING);
      try {
        PublishedNode made =
            PublishedNode.of(context.api().create(NODES, NodeDocuments.initial(profile, status)));
        reported(true);
        last = new Answered(status, made.status());
        remember(made);
        tell(NodeStatus.NOTHING, status);
        write("Registered", "node " + profile.name() + " is registered");
        return made;
      } catch (ApiFailure failure) {
        // One that may not make it may still find what somebody made for it.
        if (!failure.alreadyExists() && failure.code() != 403) {
          throw failure;
        }
      }
    }
    comesBack = true;
    nextReport = context.time().now();
    PublishedNode found = PublishedNode.of(context.api().get(path()));
    remember(found);
    write("Registered", "node " + profile.name() + " was known already");
    return found;
  }

  private void report(PublishedNode known) {
    boolean devicesDue = comesBack || !devicesTold;
    NodeStatus wanted =
        wanted(devicesDue ? NodeStatuses.withoutDevices(known.status()) : known.status());
    Map<String, String> labels =
        NodeLabels.mended(profile.facts().labels(), known.labels(), comesBack);
    Map<String, String> annotations = missing(known);
    boolean changed =
        !labels.isEmpty()
            || !annotations.isEmpty()
            || (!NodeStatuses.agree(known.status(), wanted) && !isAnswered(known, wanted));
    if (!changed && context.time().now().isBefore(nextReport)) {
      devicesTold = true;
      return;
    }
    Node.Fields answer;
    try {
      answer =
          context
              .api()
              .patch(
                  path() + "/status",
                  NodeDocuments.patch(labels, annotations, known.status(), wanted));
    } catch (ApiFailure failure) {
      if (failure.notFound()) {
        gone(known.meta());
      }
      throw failure;
    }
    PublishedNode now = PublishedNode.of(answer);
    comesBack = false;
    devicesTold = true;
    reported(changed);
    last = new Answered(wanted, now.status());
    remember(now);
    tell(known.status(), wanted);
  }

  private NodeStatus wanted(NodeStatus known) {
    List<NodeImage> present;
    synchronized (this) {
      present = images;
    }
    return NodeStatuses.of(profile, health.get(), present, known, context.time().wall());
  }

  private Map<String, String> missing(PublishedNode known) {
    Map<String, String> missing =
        new LinkedHashMap<>(comesBack ? profile.registration().annotations() : Map.of());
    missing.entrySet().removeAll(known.annotations().entrySet());
    return missing;
  }

  private boolean isAnswered(PublishedNode known, NodeStatus wanted) {
    return last != null
        && NodeStatuses.agree(last.sent(), wanted)
        && NodeStatuses.agree(last.kept(), known.status());
  }

  /** Spread after a change, so that nodes that changed together do not report together. */
  private void reported(boolean changed) {
    double spread = changed ? 0.5 + context.jitter().next() : 1;
    nextReport = context.time().now().plusMillis((long) (reportEvery.toMillis() * spread));
  }

  private void tell(NodeStatus before, NodeStatus after) {
    NodeEvents.between(profile.name(), before, after).forEach(this::recordEvent);
  }

  private void recordEvent(NodeEvents event) {
    write(event.reason(), event.message());
    tell(event);
  }

  /** In the cluster only. */
  void tell(NodeEvents event) {
    context
        .journal()
        .recordEvent(
            new ClusterEvent(ClusterEvent.NODE, event.warning(), event.reason(), event.message()));
  }

  private void write(String reason, String message) {
    context.journal().write(Journal.Level.NORMAL, reason, message);
  }

  private String path() {
    return NODES + "/" + profile.name();
  }
}
