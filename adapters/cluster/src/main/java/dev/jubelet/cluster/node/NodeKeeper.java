package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.decide.node.NodeHealth;
import dev.jubelet.decide.node.NodeLabels;
import dev.jubelet.decide.node.NodeNews;
import dev.jubelet.decide.node.NodeProfile;
import dev.jubelet.decide.node.NodeStatuses;
import dev.jubelet.json.Node;
import dev.jubelet.model.node.NodeImage;
import dev.jubelet.model.node.NodeStatus;
import dev.jubelet.ports.Announcement;
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

  private final NodeMeans means;
  private final NodeProfile profile;
  private final Supplier<NodeHealth> health;
  private final Duration reportEvery;
  private final Consumer<ShownNode> listener;
  private final Errand errand;

  private @Nullable ShownNode shown;
  private List<NodeImage> images = List.of();
  private boolean seenUnschedulable;

  // Touched by the errand only.
  private boolean comesBack;
  private Instant nextReport;
  private @Nullable Answered last;

  /** What we sent last and what became of it: not every server keeps all that it is told. */
  private record Answered(NodeStatus sent, NodeStatus kept) {}

  /**
   * @param listener is told the object whenever another version of it is known
   */
  NodeKeeper(
      NodeMeans means,
      NodeProfile profile,
      Supplier<NodeHealth> health,
      Duration reportEvery,
      Consumer<ShownNode> listener) {
    this.means = means;
    this.profile = profile;
    this.health = health;
    this.reportEvery = reportEvery;
    this.listener = listener;
    this.nextReport = means.time().now();
    this.errand =
        new Errand("report of node " + profile.name(), means, LONGEST_PAUSE, this::perform);
  }

  /** Something about the node may have changed. */
  void look() {
    errand.soon();
  }

  void retryNow() {
    errand.retryNow();
  }

  @Override
  public void close() {
    errand.close();
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
    remember(ShownNode.of(object));
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
    means.journal().write(Journal.Level.WARNING, "NodeDeleted", "somebody deleted the node");
    var _ = means.time().after(COMEBACK, errand::soon);
  }

  private @Nullable ShownNode remember(ShownNode node) {
    NodeNews news = null;
    synchronized (this) {
      if (shown != null && !node.isNewerThan(shown)) {
        return shown;
      }
      shown = node;
      if (node.unschedulable() != seenUnschedulable) {
        seenUnschedulable = node.unschedulable();
        news = NodeNews.schedulable(profile.name(), !seenUnschedulable);
      }
    }
    if (news != null) {
      announce(news);
    }
    listener.accept(node);
    return node;
  }

  private Duration perform() {
    ShownNode known;
    synchronized (this) {
      known = shown;
    }
    if (known == null) {
      known = present();
    }
    report(known);
    Duration left = Duration.between(means.time().now(), nextReport);
    return left.compareTo(TICK) < 0 ? left : TICK;
  }

  private ShownNode present() {
    last = null;
    if (profile.registers()) {
      NodeStatus status = wanted(NodeStatus.NOTHING);
      try {
        ShownNode made =
            ShownNode.of(means.api().create(NODES, NodeDocuments.initial(profile, status)));
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
    nextReport = means.time().now();
    ShownNode found = ShownNode.of(means.api().get(path()));
    remember(found);
    write("Registered", "node " + profile.name() + " was known already");
    return found;
  }

  private void report(ShownNode known) {
    NodeStatus wanted = wanted(known.status());
    Map<String, String> labels =
        NodeLabels.mended(profile.facts().labels(), known.labels(), comesBack);
    Map<String, String> annotations = missing(known);
    boolean changed =
        !labels.isEmpty()
            || !annotations.isEmpty()
            || (!NodeStatuses.agree(known.status(), wanted) && !isAnswered(known, wanted));
    if (!changed && means.time().now().isBefore(nextReport)) {
      return;
    }
    Node.Fields answer;
    try {
      answer =
          means
              .api()
              .patch(
                  path() + "/status",
                  ApiServer.Patch.STRATEGIC,
                  NodeDocuments.patch(labels, annotations, known.status(), wanted));
    } catch (ApiFailure failure) {
      if (failure.notFound()) {
        gone(known.meta());
      }
      throw failure;
    }
    ShownNode now = ShownNode.of(answer);
    comesBack = false;
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
    return NodeStatuses.of(profile, health.get(), present, known, means.time().wall());
  }

  private Map<String, String> missing(ShownNode known) {
    Map<String, String> missing = new LinkedHashMap<>();
    if (comesBack) {
      profile
          .annotations()
          .forEach((name, value) -> {
            if (!value.equals(known.annotations().get(name))) {
              missing.put(name, value);
            }
          });
    }
    return missing;
  }

  private boolean isAnswered(ShownNode known, NodeStatus wanted) {
    return last != null
        && NodeStatuses.agree(last.sent(), wanted)
        && NodeStatuses.agree(last.kept(), known.status());
  }

  /** Spread after a change, so that nodes that changed together do not report together. */
  private void reported(boolean changed) {
    double spread = changed ? 0.5 + means.dice().next() : 1;
    nextReport = means.time().now().plusMillis((long) (reportEvery.toMillis() * spread));
  }

  private void tell(NodeStatus before, NodeStatus after) {
    NodeNews.between(profile.name(), before, after).forEach(this::announce);
  }

  private void announce(NodeNews news) {
    write(news.reason(), news.message());
    means
        .journal()
        .announce(
            new Announcement(Announcement.NODE, news.warning(), news.reason(), news.message()));
  }

  private void write(String reason, String message) {
    means.journal().write(Journal.Level.NORMAL, reason, message);
  }

  private String path() {
    return NODES + "/" + profile.name();
  }
}
