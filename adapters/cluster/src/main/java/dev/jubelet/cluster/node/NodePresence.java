package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.decide.node.NodeEvents;
import dev.jubelet.decide.node.NodeHealth;
import dev.jubelet.decide.node.NodeImages;
import dev.jubelet.decide.node.NodeProfile;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All by which a cluster knows of this node: its object, its lease and its CSINode. */
public final class NodePresence implements AutoCloseable {
  private static final Duration IMAGES_EVERY = Duration.ofMinutes(1);

  private final ApiContext context;
  private final NodeProfile profile;
  private final Inputs inputs;
  private final NodeKeeper keeper;
  private final OwnedObjectKeeper lease;
  private final OwnedObjectKeeper csiNode;

  private ApiServer.@Nullable Registration back;
  private NodeTime.@Nullable Alarm imagesDue;
  private boolean closed;
  private String podCidr = "";

  /**
   * How the machine is asked and told; the last two may fail with {@link OutsideFailure}.
   *
   * @param podCidr takes the ranges of the pods' addresses, with commas between them
   */
  public record Inputs(
      Supplier<NodeHealth> health,
      Supplier<List<ObservedImage>> images,
      Consumer<String> podCidr) {}

  /**
   * @param reportEvery how often the status is sent though nothing changed
   * @param leaseLasts how long others believe in us after we were last heard of
   */
  public record Rhythm(Duration reportEvery, Duration leaseLasts) {}

  public NodePresence(ApiContext context, NodeProfile profile, Inputs inputs, Rhythm rhythm) {
    this.context = context;
    this.profile = profile;
    this.inputs = inputs;
    this.keeper =
        new NodeKeeper(context, profile, inputs.health(), rhythm.reportEvery(), this::known);
    this.lease =
        new OwnedObjectKeeper(
            context, profile.name(), new NodeLease(rhythm.leaseLasts(), context.time()).object());
    this.csiNode = new OwnedObjectKeeper(context, profile.name(), CsiNode.object());
  }

  public void start() {
    keeper.tell(NodeEvents.starting());
    ApiServer.Registration registration = context.api().whenBack(this::retryNow);
    synchronized (this) {
      back = registration;
    }
    keeper.look();
    lookAtImages();
  }

  /** The node feels different: that is shown at once. */
  public void look() {
    keeper.look();
  }

  /** The node's object came or changed. */
  public void seen(Node.Fields object) {
    keeper.seen(object);
  }

  /** The node's object was deleted. */
  public void gone(Node.Fields object) {
    keeper.gone(Metadata.of(object));
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (back != null) {
        back.close();
      }
      if (imagesDue != null) {
        imagesDue.cancel();
      }
    }
    keeper.close();
    lease.close();
    csiNode.close();
  }

  private void retryNow() {
    keeper.retryNow();
    lease.retryNow();
    csiNode.retryNow();
  }

  private void known(PublishedNode node) {
    lease.owner(node.meta().uid());
    csiNode.owner(node.meta().uid());
    String ranges = String.join(",", node.podCidrs());
    synchronized (this) {
      if (ranges.isEmpty() || ranges.equals(podCidr)) {
        return;
      }
      podCidr = ranges;
    }
    context.effects().run("take over " + ranges, () -> takenOver(ranges), this::told);
  }

  /** What went wrong, or "". */
  private String takenOver(String ranges) {
    try {
      inputs.podCidr().accept(ranges);
      return "";
    } catch (OutsideFailure refused) {
      synchronized (this) {
        // The next version of the object brings it back.
        podCidr = "";
      }
      return "the runtime does not take the addresses " + ranges + ": " + refused.text();
    }
  }

  private void told(String problem) {
    if (!problem.isEmpty()) {
      context.warn("FailedPodCidr", problem);
    }
  }

  private void lookAtImages() {
    synchronized (this) {
      if (closed) {
        return;
      }
    }
    context.effects().run("list images", this::images, this::imagesSeen);
  }

  private Optional<List<ObservedImage>> images() {
    try {
      return Optional.of(inputs.images().get());
    } catch (OutsideFailure away) {
      // Whoever watches the runtime tells that it is away; the images are as they were.
      return Optional.empty();
    }
  }

  private void imagesSeen(Optional<List<ObservedImage>> seen) {
    seen.ifPresent(images -> keeper.images(NodeImages.of(images, profile.maxImages())));
    synchronized (this) {
      if (!closed) {
        imagesDue = context.time().after(IMAGES_EVERY, this::lookAtImages);
      }
    }
  }
}
