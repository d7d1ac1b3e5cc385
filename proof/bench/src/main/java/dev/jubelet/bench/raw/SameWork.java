package dev.jubelet.bench.raw;

import dev.jubelet.acceptance.host.PrivateContainerd;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.util.ArrayList;
import java.util.List;

/**
 * Proof that both ways ask for the same: what the runtime made of a pod, labels and OCI
 * specification of sandbox and container, without what differs from pod to pod by nature.
 */
final class SameWork {
  private final BenchNode node;

  SameWork(BenchNode node) {
    this.node = node;
  }

  /** Of the only pod on the node. */
  List<String> take() {
    ObservedSandbox sandbox = node.runtime().sandboxes().list(null).getFirst();
    ObservedContainer container = node.runtime().containers().list(null).getFirst();
    List<String> names =
        List.of(
            sandbox.id().value(),
            container.id().value(),
            sandbox.uid().value(),
            sandbox.name(),
            sandbox.name().replace("-" + BenchNode.NAME, ""));
    PrivateContainerd containerd = node.containerd();
    List<String> lines = new ArrayList<>();
    for (String id : names.subList(0, 2)) {
      lines.addAll(plain(containerd.ctr("containers", "info", id).run(), names));
    }
    return lines;
  }

  static List<String> plain(String info, List<String> names) {
    String text = info;
    for (String name : names) {
      text = text.replace(name, "THIS");
    }
    return text.replaceAll("/proc/\\d+/", "/proc/PID/")
        .replaceAll("cni-[0-9a-f-]+", "cni-THIS")
        .lines()
        .map(String::strip)
        .filter(line -> !line.startsWith("\"CreatedAt\"") && !line.startsWith("\"UpdatedAt\""))
        // Packed twice over, and all of it is in the text beside it.
        .filter(line -> !line.startsWith("\"value\": \"") && !line.startsWith("\"Value\": \""))
        .sorted()
        .toList();
  }

  /** Lines of one that the other does not have. */
  static List<String> differences(List<String> raw, List<String> kubelet) {
    List<String> found = new ArrayList<>();
    raw.stream().filter(line -> !kubelet.contains(line)).forEach(line -> found.add("raw: " + line));
    kubelet.stream()
        .filter(line -> !raw.contains(line))
        .forEach(line -> found.add("Jubelet: " + line));
    return found;
  }
}
