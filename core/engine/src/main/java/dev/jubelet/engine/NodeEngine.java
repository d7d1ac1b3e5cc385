package dev.jubelet.engine;

import dev.jubelet.decide.admission.AdmissionPolicy;
import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.decide.node.NodeHealth;
import dev.jubelet.decide.resources.SwapRule;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.decide.status.StatusInput;
import dev.jubelet.engine.act.Permits;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.engine.act.PodRunSettings;
import dev.jubelet.engine.allocation.Allocations;
import dev.jubelet.engine.allocation.Resizes;
import dev.jubelet.engine.image.ActivePulls;
import dev.jubelet.engine.image.ImagePuller;
import dev.jubelet.engine.image.PullLimits;
import dev.jubelet.engine.node.DnsWarnings;
import dev.jubelet.engine.node.EmptyDirWatch;
import dev.jubelet.engine.node.ForcedTerminations;
import dev.jubelet.engine.node.Housekeeping;
import dev.jubelet.engine.node.NodeCounts;
import dev.jubelet.engine.node.PodAdmission;
import dev.jubelet.engine.node.PodInventory;
import dev.jubelet.engine.node.PodWorkerFactory;
import dev.jubelet.engine.node.RuntimeHealth;
import dev.jubelet.engine.pod.PodWorker;
import dev.jubelet.engine.pod.PodWorkerContext;
import dev.jubelet.engine.timeline.Timelines;
import dev.jubelet.engine.watch.EventFollower;
import dev.jubelet.engine.watch.ReadinessWatch;
import dev.jubelet.engine.watch.RuntimeRelist;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.scheduling.Taint;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The engine of one node, put together: pods in through {@code deliver}, work out through ports.
 */
public final class NodeEngine {
  /** Kubernetes: the health check fails when the loop stands still for this long. */
  private static final Duration STANDSTILL = Duration.ofMinutes(2);

  private static final Duration PULSE = Duration.ofSeconds(10);

  /**
   * The outside world, as the engine sees it.
   *
   * @param statuses neither waits nor fails: a {@link dev.jubelet.engine.status.StatusPublisher}
   *     stands before whatever does
   */
  public record Parts(
      PodActuator.Outside outside,
      StatusSink statuses,
      NodeServices node,
      NodeState state,
      StartTraces traces) {}

  /**
   * How the engine behaves where people may choose.
   *
   * @param resync a settled pod is looked at again this often even if nothing is heard of it
   */
  public record Options(
      int startsTogether,
      PullLimits pulls,
      CredentialVerification verification,
      BackoffSchedule crashSchedule,
      RuntimeWatcher.Rhythm rhythm,
      Duration resync,
      String runtimeName) {}

  private final Parts parts;
  private final RuntimeWatcher watcher;
  private final EventFollower follower;
  private final ReadinessWatch readiness;
  private final RuntimeHealth runtimeHealth;
  private final PodInventory inventory;
  private final Housekeeping housekeeping;
  private final EmptyDirWatch emptyDirs;
  private final ActivePulls pulls;
  private final Timelines timelines;
  private final AtomicReference<Instant> lastPulse;
  private final AtomicReference<NodeFacts> facts;

  /**
   * @param sources the names of all sources that will deliver
   */
  public NodeEngine(
      Parts parts, PodRunSettings runSettings, Options options, List<String> sources) {
    this.parts = parts;
    this.facts = new AtomicReference<>(runSettings.facts());
    NodeServices node = parts.node();
    PodActuator.Outside outside = parts.outside();
    ContainerRuntime runtime = outside.runtime();
    RuntimeRelist look = new RuntimeRelist(runtime, outside.directories(), node.time());
    this.watcher = new RuntimeWatcher(look, node, options.rhythm());
    this.follower = new EventFollower(runtime.events(), watcher, node);
    ImagePuller puller =
        new ImagePuller(
            runtime.images(),
            new ImagePuller.Sources(
                outside.objects(),
                outside.credentials(),
                outside.pullRecords(),
                options.verification()),
            options.pulls(),
            node.time(),
            node.journal());
    this.pulls = puller.activePulls();
    this.timelines = new Timelines(node.time(), parts.traces());
    Permits starts = new Permits("a free start", options.startsTogether());
    NodeSettings settings = runSettings.settings();
    PodWorkerContext services =
        new PodWorkerContext(
            node,
            new PodActuator(outside, runSettings, node.time(), starts, puller),
            parts.statuses(),
            this::lookAt,
            new StatusInput.Basics(
                settings.hostIps(), options.runtimeName(), runSettings.machine()),
            options.crashSchedule(),
            timelines);
    this.inventory =
        new PodInventory(
            sources,
            workers(services, new DnsWarnings(settings, node.journal())),
            new PodAdmission(
                AdmissionPolicy.standard(settings.admission(), runSettings.machine()),
                facts::get,
                parts.statuses(),
                node.journal()),
            node,
            watcher,
            options.resync(),
            timelines,
            checkpoints(parts, runSettings));
    outside.objects().onChange(inventory::objectChanged);
    this.runtimeHealth = new RuntimeHealth(node.time());
    this.readiness = new ReadinessWatch(runtime.facts(), node, this::readied);
    this.housekeeping =
        new Housekeeping(outside.directories(), outside.cgroups(), node, inventory::remainsFound);
    this.emptyDirs =
        new EmptyDirWatch(outside.volumes(), node, inventory::running, inventory::evict);
    this.lastPulse = new AtomicReference<>(node.time().now());
  }

  private static PodWorkerFactory workers(PodWorkerContext services, DnsWarnings dns) {
    return (lifecycle, name, first, network, news) -> {
      dns.tell(lifecycle);
      return new PodWorker(lifecycle, name, first, network, services, news);
    };
  }

  private static PodInventory.Checkpoints checkpoints(Parts parts, PodRunSettings runSettings) {
    NodeServices node = parts.node();
    return new PodInventory.Checkpoints(
        owner ->
            new Resizes(
                new Allocations(parts.state(), node, owner),
                runSettings.facts(),
                SwapRule.of(runSettings.settings(), runSettings.machine()),
                node.time(),
                node.journal()),
        owner -> new ForcedTerminations(parts.state(), node, owner));
  }

  private void lookAt(PodUid uid) {
    inventory.lookRequested(uid);
  }

  private void readied(RuntimeReadiness answer) {
    inventory.readiness(answer);
    runtimeHealth.heard(answer);
  }

  public void start() {
    watcher.start(inventory);
    readiness.start();
    housekeeping.start();
    emptyDirs.start();
    beat();
  }

  /** Follows the runtime's events on a thread; the simulator brings them itself. */
  public void followEvents() {
    follower.start();
  }

  /** Stops asking for things; pods go on, and nothing waits for anything. */
  public void close() {
    follower.close();
    readiness.close();
    housekeeping.close();
    emptyDirs.close();
    watcher.close();
  }

  public void deliver(PodSource.Delivery delivery) {
    inventory.delivered(delivery);
  }

  /** The node's labels and taints, which others may change, decide who is let in from now on. */
  public void nodeChanged(Map<String, String> labels, List<Taint> taints) {
    facts.updateAndGet(known -> known.with(labels, taints));
  }

  public RuntimeWatcher watcher() {
    return watcher;
  }

  /** The images that are being pulled. */
  public ActivePulls pulls() {
    return pulls;
  }

  /** How the start of a pod went, for those that came last. */
  public Optional<PodTimeline> timeline(PodUid uid) {
    return timelines.timeline(uid);
  }

  public NodeCounts counts() {
    return inventory.counts();
  }

  /** Why the node is not healthy, if it is not. */
  public Optional<String> complaint() {
    Instant now = parts.node().time().now();
    Duration still = Duration.between(lastPulse.get(), now);
    if (still.compareTo(STANDSTILL) > 0) {
      return Optional.of("the sync loop has made no progress for " + still.toSeconds() + " s");
    }
    Duration unseen = Duration.between(watcher.lastSuccess(), now);
    return unseen.compareTo(STANDSTILL) > 0
        ? Optional.of("the runtime was last seen " + unseen.toSeconds() + " s ago")
        : Optional.empty();
  }

  /** How the node feels, without figures that change from one moment to the next. */
  public NodeHealth health() {
    Duration unseen = Duration.between(watcher.lastSuccess(), parts.node().time().now());
    return runtimeHealth.health(
        unseen.compareTo(STANDSTILL) > 0
            ? Optional.of(
                "pleg was last seen active more than %s ago; threshold is %s"
                    .formatted(GoDuration.format(STANDSTILL), GoDuration.format(STANDSTILL)))
            : Optional.empty());
  }

  /** Runs the task whenever the runtime says that it is ready, or is not any more. */
  public void onHealthChange(Runnable task) {
    runtimeHealth.onChange(task);
  }

  /** What the node is and has, as its cluster describes it now. */
  public NodeFacts facts() {
    return facts.get();
  }

  private void beat() {
    inventory.pulse(() -> lastPulse.set(parts.node().time().now()));
    parts.node().time().after(PULSE, this::beat);
  }
}
