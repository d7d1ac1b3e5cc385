package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.MarkedPods;
import dev.jubelet.acceptance.host.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A node that loses its API server, and pods of all kinds on it that tell what happens to them. */
final class OutageNode {
  private static final int KEPT = 6;
  private static final Duration LOCAL = Duration.ofSeconds(60);

  private final ClusterNode node;
  private final FaultProxy way;
  private final Kubectl kubectl;
  private final MarkedPods marks;
  private ProxyFault fault = ProxyFault.NONE;

  OutageNode(ClusterNode node, FaultProxy way, Kubectl kubectl) {
    this.node = node;
    this.way = way;
    this.kubectl = kubectl;
    this.marks = new MarkedPods(node.parts().directory().resolve("marks"));
  }

  ClusterNode node() {
    return node;
  }

  MarkedPods marks() {
    return marks;
  }

  ProxyFault fault() {
    return fault;
  }

  /** Pods that nothing may ever happen to. */
  void begin() {
    for (int i = 0; i < KEPT; i++) {
      kubectl.apply(bound(marks.manifest(kept(i), 1)));
    }
  }

  /** Another one, with a secret in a volume. */
  void beginWithSecret(String name, String word) {
    kubectl.run("create", "secret", "generic", name, "--from-literal=word=" + word);
    String volume =
        "\n  - name: word\n    secret: {secretName: " + name + "}\n  - name: marks\n    hostPath:";
    String manifest =
        bound(marks.manifest(name, 1))
            .replace("\n  - name: marks\n    hostPath:", volume)
            .replace(
                "\n      mountPath: /marks\n",
                "\n      mountPath: /marks\n    - name: word\n      mountPath: /word\n");
    assertThat(manifest).contains("secretName").contains("mountPath: /word");
    kubectl.apply(manifest);
  }

  void awaitKept() {
    List<String> words = new ArrayList<>(List.of("wait", "--for=condition=Ready"));
    IntStream.range(0, KEPT).forEach(i -> words.add("pod/" + kept(i)));
    words.add("--timeout=150s");
    kubectl.run(words.toArray(String[]::new));
  }

  /** A pod that is to be deleted during the next outage. */
  void prepare(ProxyFault next) {
    fault = next;
    kubectl.apply(bound(marks.manifest(named("gone"), 1)));
    kubectl.run("wait", "--for=condition=Ready", "pod/" + named("gone"), "--timeout=150s");
  }

  void begins() {
    way.set(fault);
  }

  /**
   * @return how often the node came meanwhile
   */
  int ends() {
    return way.set(ProxyFault.NONE);
  }

  void askForThings() {
    kubectl.run("delete", "pod", named("gone"), "--wait=false");
    kubectl.apply(bound(marks.manifest(named("new"), 1)));
  }

  void changeStaticPods() {
    changeStaticPods(named("static"));
  }

  /** Adds one, changes it, and removes another. */
  void changeStaticPods(String name) {
    String passing = name + "-passing";
    node.parts().drop(passing, marks.manifest(passing, 1));
    node.parts().drop(name, marks.manifest(name, 1));
    node.parts()
        .waitFor(
            "static pods are added",
            LOCAL,
            () -> marks.started(name, 1) && marks.started(passing, 1));
    node.parts().drop(name, marks.manifest(name, 2));
    node.parts().remove(passing);
    node.parts()
        .waitFor(
            "static pods are changed and removed",
            LOCAL,
            () -> marks.started(name, 2) && marks.marks(passing).contains("end 1"));
  }

  /** What was asked for during the outage is there, and told. */
  boolean isRight() {
    return areReady(List.of(named("new"), named("static") + "-" + node.name()))
        && !kubectl.attempt("get", "pod", named("gone")).ok();
  }

  /** All kept pods and these others are ready, and the node is. */
  boolean areReady(List<String> others) {
    Set<String> ready = ready();
    return ready.containsAll(others)
        && IntStream.range(0, KEPT).allMatch(i -> ready.contains(kept(i)))
        && node.readiness().equals("True");
  }

  String describe() {
    return kubectl.attempt("get", "pods,nodes", "-o", "wide").out() + node.kubelet().lastLines(60);
  }

  /** None was restarted, by the word of its own process. */
  void checkKept() {
    for (int i = 0; i < KEPT; i++) {
      assertThat(marks.marks(kept(i))).as(kept(i)).isEqualTo(List.of("start 1"));
      assertThat(kubectl.get("pod", kept(i)).at("status", "containerStatuses").items())
          .allSatisfy(status -> assertThat(status.at("restartCount").number()).isZero());
    }
  }

  /** Files of the kubelet on its disk, not in memory, that have a word in them. */
  List<String> filesWith(String word) {
    Tool.Result found =
        Tool.of("find", node.parts().root().toString(), "-xdev", "-type", "f")
            .and("-exec", "grep", "-l", "-F", word, "{}", "+")
            .attempt();
    return found.out().lines().toList();
  }

  /** The names of the pods that the API shows as running and ready. */
  private Set<String> ready() {
    Set<String> names = new TreeSet<>();
    for (Document pod : kubectl.get("pods").at("items").items()) {
      boolean ready =
          pod.at("status", "conditions").items().stream()
              .anyMatch(condition ->
                  condition.at("type").text().equals("Ready")
                      && condition.at("status").text().equals("True"));
      if (ready && pod.at("status", "phase").text().equals("Running")) {
        names.add(pod.at("metadata", "name").text());
      }
    }
    return names;
  }

  private String kept(int number) {
    return "kept-" + node.name() + "-" + number;
  }

  private String named(String what) {
    return what + "-" + fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Past the scheduler, which gives no pod to a node that is away. */
  private String bound(String manifest) {
    return manifest.replace("\nspec:\n", "\nspec:\n  nodeName: " + node.name() + "\n");
  }
}
