package dev.jubelet.acceptance;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.FakeObjects;
import dev.jubelet.testkit.Pods;
import dev.jubelet.volumes.NodeVolumes;
import dev.jubelet.volumes.pod.PodPaths;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A process of its own that changes a ConfigMap over and over and brings its volume up to date,
 * until somebody kills it. It tells each version that it was done with, or that did not fit.
 */
final class StormWriter {
  static final List<String> KEYS = List.of("a", "b", "c", "d");
  static final Pod POD =
      Pods.fromYaml(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: web, namespace: shop, uid: 11-22}
          spec:
            containers: [{name: main, image: "localhost/busybox:1"}]
            volumes: [{name: v, configMap: {name: app}}]
          """);

  private StormWriter() {}

  /**
   * @param arguments the node's root, the first version, and the size of a version that is too
   *     large for the disk
   */
  public static void main(String[] arguments) {
    Path root = Path.of(arguments[0]);
    int tooLarge = Integer.parseInt(arguments[2]);
    FakeObjects objects = new FakeObjects();
    NodeVolumes volumes =
        new NodeVolumes(
            new NodeVolumes.Context(
                PodPaths.open(root, root.resolve("log"), root.resolve("links")),
                objects,
                new NodeFacts("node-1", Map.of(), Map.of(), Map.of(), "linux", "amd64"),
                Instant::now,
                (_, _, _, _, _) -> {}));
    for (int version = Integer.parseInt(arguments[1]); ; version++) {
      objects.put(map(version, version % 5 == 0 ? tooLarge : 1 + version % 1500));
      try {
        volumes.mount(POD, POD.spec().volumes().getFirst());
        System.out.println("done " + version);
      } catch (OutsideFailure full) {
        if (full.kind() != FailureKind.EXHAUSTED) {
          throw full;
        }
        System.out.println("full " + version);
      }
    }
  }

  private static ConfigMap map(int version, int size) {
    Map<String, String> data = new LinkedHashMap<>();
    KEYS.forEach(key -> data.put(key, version + ":" + size + ":" + "x".repeat(size)));
    ObjectMeta meta =
        new ObjectMeta(
            "app", "", "shop", "", "", 0, null, null, null, Map.of(), Map.of(), List.of(),
            List.of());
    return new ConfigMap(meta, data, Map.of(), null);
  }
}
