package dev.jubelet.decide.admission;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pods and nodes for tables, written on one line. */
final class Fixtures {
  static final Map<String, String> LABELS =
      Map.of("kubernetes.io/os", "linux", "kubernetes.io/arch", "amd64", "disk", "ssd", "gen", "7");

  private Fixtures() {}

  /**
   * @param spec flow-style YAML of fields beside the containers, such as {@code hostNetwork: true}
   */
  static Pod pod(String name, String container, String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: default, uid: uid-%s}
        spec:
          containers:
          - {name: c, image: i%s}
        %s
        """
            .formatted(name, name, container.isEmpty() ? "" : ", " + container, spec.indent(2)));
  }

  static Pod pod(String spec) {
    return pod("candidate", "", spec);
  }

  static Pod asking(String name, String amounts) {
    return pod(name, "resources: {requests: {" + amounts + "}, limits: {" + amounts + "}}", "");
  }

  static NodeFacts node(String allocatable) {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    amounts.put("pods", Quantity.of(3));
    for (String entry : allocatable.split(" ", -1)) {
      if (!entry.isEmpty()) {
        int at = entry.lastIndexOf('=');
        amounts.put(entry.substring(0, at), Quantity.parse(entry.substring(at + 1)));
      }
    }
    return new NodeFacts("node-1", LABELS, amounts, amounts, "linux", "amd64");
  }

  static NodeFacts nodeOf(String operatingSystem) {
    NodeFacts node = node();
    return new NodeFacts(
        node.nodeName(),
        node.labels(),
        node.capacity(),
        node.allocatable(),
        operatingSystem,
        node.architecture());
  }

  static NodeFacts node() {
    return node("cpu=4 memory=8Gi");
  }

  /** {@code "cpu: 1; memory: 2Gi"} is two pods. */
  static List<Pod> admitted(String requests) {
    List<Pod> pods = new ArrayList<>();
    for (String one : requests.split(";", -1)) {
      if (!one.isEmpty()) {
        pods.add(asking("other-" + pods.size(), one));
      }
    }
    return pods;
  }

  static String told(AdmissionVerdict verdict) {
    return switch (verdict) {
      case AdmissionVerdict.Admitted _ -> "admitted";
      case AdmissionVerdict.Rejected rejected -> rejected.reason();
    };
  }
}
