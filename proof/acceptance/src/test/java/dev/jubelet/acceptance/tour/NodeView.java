package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.RealNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the node looks at one moment. Each question to it is asked once, when it is needed. */
final class NodeView {
  private final RealNode node;
  private final List<Document> pods;
  private final List<Document> sandboxes;
  private final List<Document> containers;
  private final Map<String, Document> inspected = new HashMap<>();

  NodeView(RealNode node) {
    this.node = node;
    this.pods = node.pods();
    this.sandboxes = node.crictl().sandboxes();
    this.containers = node.crictl().containers();
  }

  RealNode node() {
    return node;
  }

  /** By its name in the manifest. */
  PodView pod(String name) {
    String full = name + "-node-under-test";
    Document pod =
        pods.stream()
            .filter(each -> each.at("metadata", "name").text().equals(full))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("there is no pod " + full));
    return new PodView(this, full, pod);
  }

  /** The newest sandbox of a pod. */
  Document sandbox(String uid) {
    String id =
        sandboxes.stream()
            .filter(each -> each.at("metadata", "uid").text().equals(uid))
            .max((a, b) -> Long.compare(attempt(a), attempt(b)))
            .orElseThrow(() -> new IllegalStateException("there is no sandbox"))
            .at("id")
            .text();
    return inspected.computeIfAbsent(id, node.crictl()::inspectSandbox);
  }

  /** The newest of a container's instances. */
  Document container(String uid, String name) {
    String id =
        containers.stream()
            .filter(each -> each.at("labels", "io.kubernetes.pod.uid").text().equals(uid))
            .filter(each -> each.at("metadata", "name").text().equals(name))
            .max((a, b) -> Long.compare(attempt(a), attempt(b)))
            .orElseThrow(() -> new IllegalStateException("there is no container " + name))
            .at("id")
            .text();
    return inspected.computeIfAbsent(id, node.crictl()::inspectContainer);
  }

  long running(String uid) {
    return containers.stream()
        .filter(each -> each.at("labels", "io.kubernetes.pod.uid").text().equals(uid))
        .filter(each -> each.at("state").text().equals("CONTAINER_RUNNING"))
        .count();
  }

  private static long attempt(Document thing) {
    return thing.at("metadata", "attempt").number();
  }
}
