package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.RecordingJournal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A node's view of the objects of a fake API server. */
final class ObjectsBench implements AutoCloseable {
  final FakeApiServer api = new FakeApiServer();
  final ManualTime time = new ManualTime();
  final RecordingJournal journal = new RecordingJournal();
  final BlockingQueue<ObjectReference> told = new LinkedBlockingQueue<>();
  final FakeNodeState state;
  final ApiObjects objects;

  ObjectsBench() {
    this(Duration.ofSeconds(10));
  }

  ObjectsBench(Duration patience) {
    this(patience, new FakeNodeState());
  }

  final MemoryBudget memory = new MemoryBudget("API objects", 400 << 10);

  /**
   * @param state of an earlier life
   */
  ObjectsBench(Duration patience, FakeNodeState state) {
    this.state = state;
    objects =
        new ApiObjects(
            new ApiContext(api, InlineEffects.atOnce(), time, () -> 0.0, journal, state),
            memory,
            patience);
    objects.onChange(told::add);
  }

  @Override
  public void close() {
    objects.close();
  }

  static Pod pod(String name, String spec) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s, namespace: shop, uid: "uid-%s"}
            spec:
              serviceAccountName: seller
              containers: [{name: a, image: i}]
              %s
            """
                .formatted(name, name, spec));
    return pod.withMetadata(
        pod.metadata().withAnnotations(Map.of("kubernetes.io/config.source", "api")));
  }

  static Pod podWithMap(String name, String map) {
    return pod(name, "volumes: [{name: v, configMap: {name: %s}}]".formatted(map));
  }

  void needs(Pod... pods) {
    objects.needed(new PodSource.Delivery("api", List.of(pods), List.of()));
  }

  static String path(String resource, String name) {
    return "/api/v1/namespaces/shop/" + resource + "/" + name;
  }

  /**
   * @param fields JSON with single quotes
   */
  void put(String resource, String name, String fields) {
    api.put(path(resource, name), ("{" + fields + "}").replace('\'', '"'));
  }

  void outage() {
    api.outage(() -> ApiFailure.noAnswer("connection refused"));
  }

  String nextTold() throws InterruptedException {
    return String.valueOf(told.poll(10, TimeUnit.SECONDS));
  }
}
