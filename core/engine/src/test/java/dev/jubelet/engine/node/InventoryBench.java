package dev.jubelet.engine.node;

import dev.jubelet.decide.admission.AdmissionPolicy;
import dev.jubelet.decide.resources.SwapRule;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.allocation.Allocations;
import dev.jubelet.engine.allocation.Resizes;
import dev.jubelet.engine.pod.PodWorker;
import dev.jubelet.engine.pod.PodWorkerContext;
import dev.jubelet.engine.watch.RuntimeRelist;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An inventory on a bench with its watcher, its gate and real workers; one cpu, one source. */
final class InventoryBench {
  final Bench bench;
  final RuntimeWatcher watcher;
  final PodInventory inventory;

  InventoryBench() {
    this(new Bench().image("img:1"), Bench.facts("1", "110"), List.of("file"));
  }

  /** The same node after the death of our process. */
  InventoryBench restarted(NodeFacts facts, String... sources) {
    bench.processDies();
    return new InventoryBench(bench, facts, List.of(sources)).started();
  }

  InventoryBench restarted() {
    return restarted(Bench.facts("1", "110"), "file");
  }

  InventoryBench(Bench bench, NodeFacts facts, List<String> sources) {
    this.bench = bench;
    bench.callTime = Duration.ofMillis(1);
    this.watcher =
        new RuntimeWatcher(
            new RuntimeRelist(bench.runtime.runtime(), bench.directories, bench.time),
            bench.node(),
            RuntimeWatcher.Rhythm.STANDARD);
    PodAdmission admission =
        new PodAdmission(
            AdmissionPolicy.standard(NodeSettings.Admission.USUAL, Bench.runSettings().machine()),
            () -> facts,
            bench.publisher,
            bench.journal);
    List<PodInventory> self = new ArrayList<>();
    Consumer<PodUid> look = uid -> self.getFirst().lookRequested(uid);
    PodWorkerContext services = bench.services(look);
    this.inventory =
        new PodInventory(
            sources,
            (lifecycle, name, first, network, news) ->
                new PodWorker(lifecycle, name, first, network, services, news),
            admission,
            bench.node(),
            watcher,
            Duration.ofSeconds(60),
            bench.timelines,
            new PodInventory.Checkpoints(
                owner ->
                    new Resizes(
                        new Allocations(bench.state, bench.node(), owner),
                        facts,
                        SwapRule.NOBODY,
                        bench.time,
                        bench.journal),
                owner -> new ForcedTerminations(bench.state, bench.node(), owner)));
    self.add(inventory);
  }

  /** The runtime has been seen and is ready, and events flow. */
  InventoryBench started() {
    watcher.start(inventory);
    inventory.readiness(RuntimeReadiness.READY);
    watcher.eventsFlow(true);
    bench.runtime.onEvent(event -> bench.effects.execute(() -> watcher.eventSeen(event)));
    moment();
    return this;
  }

  /** Long enough for all that nothing holds up. */
  void moment() {
    bench.advance(Duration.ofMillis(50));
  }

  void deliver(Pod... pods) {
    deliverFrom("file", pods);
  }

  void deliverFrom(String source, Pod... pods) {
    inventory.delivered(new PodSource.Delivery(source, List.of(pods), List.of()));
    moment();
  }

  boolean runs(String uid) {
    return bench.running(new PodUid(uid)) > 0;
  }

  /** Whether a container of it was ever started. */
  boolean everStarted(String uid) {
    return bench.runtime.history().stream()
        .anyMatch(h ->
            h.uid().value().equals(uid) && h.kind() == FakeRuntimeEvent.Kind.CONTAINER_STARTED);
  }

  String phase(String uid) {
    return bench.statuses.phase(new PodUid(uid)).map(PodPhase::wire).orElse("none");
  }

  String reason(String uid) {
    return bench.statuses.status(new PodUid(uid)).map(PodStatus::reason).orElse("none");
  }

  /** A pod that asks for a part of the one cpu there is. */
  static Pod asking(String name, String uid, String cpu) {
    return asking(name, uid, cpu, "");
  }

  /**
   * @param meta more metadata in flow style, beginning with a comma
   */
  static Pod asking(String name, String uid, String cpu, String meta) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: default, uid: %s%s}
        spec:
          terminationGracePeriodSeconds: 10
          containers:
          - {name: a, image: "img:1", resources: {requests: {cpu: "%s"}}}
        """
            .formatted(name, uid, meta, cpu));
  }
}
