package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.RecordingJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A node's view of a fake API server; what a watch would bring, a test brings by {@link #see}. */
final class PodsBench {
  static final String LIST = "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1";

  final FakeApiServer api;
  final ManualTime time = new ManualTime();
  final Effects effects = new OnTheSpot();
  final RecordingJournal journal = new RecordingJournal();
  final PodCache cache = new PodCache();
  final MemoryBudget memory = new MemoryBudget("pods of the API server", 24 << 20);
  final ApiPodReader reader = new ApiPodReader(memory, 2 << 20, uid -> cache.get(uid).orElse(null));
  final MirrorPods mirrors;
  final PodStatuses statuses;
  final List<PodUid> again = new ArrayList<>();

  /** Several threads may have effects here, since a reflector has one of its own. */
  private static final class OnTheSpot implements Effects {
    @Override
    public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
      done.accept(work.get());
    }

    @Override
    public void execute(Runnable step) {
      step.run();
    }
  }

  PodsBench() {
    this(new FakeApiServer());
  }

  /** The next life of a node, on the API server of the one before. */
  PodsBench(FakeApiServer api) {
    this.api = api;
    this.mirrors =
        new MirrorPods(
            context(new FakeNodeState()), cache, new MirrorCalls(api, "n1"), List.of("file"));
    this.statuses = new PodStatuses(api, cache, mirrors, journal);
    statuses.onOverwritten(again::add);
  }

  ApiContext context(NodeState state) {
    return new ApiContext(api, effects, time, () -> 0.0, journal, state);
  }

  /** All that a list brings. */
  PodsBench see() {
    cache.replace(api.all(LIST).stream().map(this::read).toList());
    return this;
  }

  private ApiPod read(Node.Fields object) {
    return reader.apply(json(object));
  }

  private static JsonStream json(Node.Fields object) {
    return JsonStream.of(JsonWriter.compact(object));
  }

  /** All that a watch brings of one pod. */
  void see(String name) {
    api.find(path(name)).ifPresent(object -> cache.put(read(object)));
  }

  static String path(String name) {
    return "/api/v1/namespaces/default/pods/" + name;
  }

  /**
   * @param status JSON with single quotes, without braces
   */
  void put(String name, String uid, String status) {
    api.put(
        path(name),
        "{'metadata':{'uid':'%s'},'spec':{'nodeName':'n1','containers':[{'name':'a'}]},'status':{%s}}"
            .formatted(uid, status)
            .replace('\'', '"'));
  }

  Pod pod(String name) {
    return Objects.requireNonNull(
        new ApiPodReader(memory, memory.limit(), _ -> null)
            .apply(json(api.find(path(name)).orElseThrow()))
            .pod());
  }

  /** A status from YAML in flow style, without braces. */
  static PodStatus status(String fields) {
    return Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: x, uid: x}
            spec: {containers: [{name: a, image: i}]}
            status: {%s}
            """
                .formatted(fields))
        .status();
  }

  PodStatus shown(String name) {
    Node.Fields tree = api.find(path(name)).orElseThrow();
    Pod pod = RecordDecoder.lenient().decode(tree, Pod.class).value();
    return Objects.requireNonNull(pod).status();
  }

  String shownText(String name) {
    return JsonWriter.compact(
        Objects.requireNonNull(api.find(path(name)).orElseThrow().value("status")));
  }

  String uid(String name) {
    return api.find(path(name)).map(object -> Metadata.of(object).uid()).orElse("none");
  }

  void registerNode() {
    api.put("/api/v1/nodes/n1", "{\"metadata\":{\"uid\":\"node-uid\"}}");
  }

  static Pod staticPod(String name, String uid) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s, namespace: default, uid: %s, labels: {app: web}}
            spec: {nodeName: n1, containers: [{name: a, image: i}]}
            """
                .formatted(name, uid));
    return pod.withMetadata(
        pod.metadata()
            .withAnnotations(
                Map.of(
                    "kubernetes.io/config.source",
                    "file",
                    "kubernetes.io/config.hash",
                    uid,
                    "kubernetes.io/config.seen",
                    "2026-01-01T00:00:00Z")));
  }

  void wants(Pod... pods) {
    mirrors.delivered(new PodSource.Delivery("file", List.of(pods), List.of()));
  }
}
