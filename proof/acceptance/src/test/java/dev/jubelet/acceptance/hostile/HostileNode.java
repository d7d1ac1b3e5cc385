package dev.jubelet.acceptance.hostile;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.RealNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The node that is attacked, and how one sees what becomes of an attack. */
final class HostileNode {
  private static final int LOG_LINES = 20_000;
  private static final int SHOWN = 600;

  private final RealNode node;
  private List<Document> pods = List.of();

  HostileNode(RealNode node) {
    this.node = node;
  }

  RealNode real() {
    return node;
  }

  /** Reads what the node reports; attacks are looked at together, once for each reading. */
  void look() {
    pods = node.pods();
  }

  static String manifest(String name, String spec) {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: %s
    spec:
      terminationGracePeriodSeconds: 1
    %s
    """
        .formatted(name, spec.stripTrailing().indent(2).stripTrailing());
  }

  /** A container "main" of busybox that runs a script. */
  static String container(String script) {
    return """
    containers:
      - name: main
        image: localhost/busybox:1
        imagePullPolicy: IfNotPresent
        command: [sh, -c, '%s']
    """
        .formatted(script.replace("'", "''"));
  }

  void drop(String name, String manifest) {
    node.drop(name, manifest);
  }

  void remove(String name) {
    try {
      Files.deleteIfExists(node.manifests().resolve(name + ".yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Something in the directory of manifests that is no ordinary file. */
  Path manifestFile(String name) {
    return node.manifests().resolve(name + ".yaml");
  }

  /** Of its pod: phase, reasons, messages and what containers printed last; else of its file. */
  String verdict(String name) {
    return pods.stream()
        .filter(each -> each.at("metadata", "name").text().equals(name + "-node-under-test"))
        .findFirst()
        .map(pod -> verdict(pod, name))
        .orElseGet(() -> "no pod; log: " + logged(name + ".yaml"));
  }

  boolean hasPod(String name) {
    return pods.stream()
        .anyMatch(each -> each.at("metadata", "name").text().equals(name + "-node-under-test"));
  }

  private String verdict(Document pod, String name) {
    Document status = pod.at("status");
    String containers =
        Stream.of("initContainerStatuses", "containerStatuses")
            .flatMap(kind -> status.at(kind).items().stream())
            .map(HostileNode::container)
            .collect(Collectors.joining("; "));
    return "%s %s %s | %s | printed: %s"
        .formatted(
            status.at("phase").text(),
            status.at("reason").text(),
            cut(status.at("message").text()),
            containers,
            printed(name));
  }

  private static String container(Document container) {
    StringBuilder text = new StringBuilder(container.at("name").text());
    for (String state : List.of("state", "lastState")) {
      for (String kind : List.of("waiting", "running", "terminated")) {
        Document found = container.at(state, kind);
        if (found.present()) {
          text.append(' ').append(state).append(' ').append(kind);
          text.append(' ').append(found.at("reason").text());
          text.append(' ').append(found.at("exitCode").text());
          text.append(' ').append(cut(found.at("message").text()));
        }
      }
    }
    text.append(" restarts ").append(container.at("restartCount").text());
    return text.toString();
  }

  /** The end of what the containers of a pod printed. */
  private String printed(String name) {
    try (Stream<Path> logs = Files.walk(node.logs(), 3)) {
      return logs.filter(each -> each.toString().contains("_" + name + "-node-under-test_"))
          .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .map(HostileNode::end)
          .collect(Collectors.joining(" / "));
    } catch (IOException | UncheckedIOException changing) {
      return "";
    }
  }

  private static String end(Path log) {
    try (var file = new java.io.RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - SHOWN));
      byte[] bytes = new byte[SHOWN];
      int count = Math.max(0, file.read(bytes));
      return new String(bytes, 0, count, java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }

  /** The last line of the node's log that names it. */
  String logged(String word) {
    return node.kubelet()
        .lastLines(LOG_LINES)
        .lines()
        .filter(line -> line.contains(word))
        .reduce((_, last) -> last)
        .map(HostileNode::cut)
        .orElse("nothing");
  }

  private static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
