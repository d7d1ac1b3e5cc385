package dev.jubelet.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.scheduling.TaintEffect;
import dev.jubelet.model.scheduling.TolerationOperator;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StaticPodsTest {
  private static final String YAML =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, labels: {a: "1", b: "2"}}
      spec: {containers: [{name: main, image: nginx}]}
      """;

  private final SteppedTime time = new SteppedTime();
  private final StaticPods pods = new StaticPods("file", "Node-A", time);

  private static Pod parse(String yaml) {
    PodManifests.Parsed parsed = PodManifests.parse(yaml, "test");
    assertThat(parsed.problems()).isEmpty();
    return parsed.pods().getFirst();
  }

  @Test
  void givesThePodTheIdentityOfTheNode() {
    Pod pod = pods.own(parse(YAML), "/m/web.yaml");
    assertThat(pod.fullName()).hasToString("default/web-node-a");
    assertThat(pod.spec().nodeName()).isEqualTo("Node-A");
    assertThat(pod.metadata().uid()).matches("[0-9a-f]{32}");
    assertThat(pod.metadata().annotations())
        .containsEntry(StaticPods.HASH, pod.metadata().uid())
        .containsEntry(StaticPods.SEEN, "2030-01-01T00:00:00Z")
        .containsEntry(StaticPods.SOURCE, "file");
    assertThat(pod.spec().tolerations())
        .singleElement()
        .satisfies(toleration -> {
          assertThat(toleration.operator()).isEqualTo(TolerationOperator.EXISTS);
          assertThat(toleration.effect()).isEqualTo(TaintEffect.NO_EXECUTE);
        });
  }

  @Test
  void formattingDoesNotChangeThePodButContentDoes() throws InterruptedException {
    Pod pod = pods.own(parse(YAML), "/m/web.yaml");
    time.after(java.time.Duration.ZERO, () -> {});
    time.ring();
    String formatted =
        "# a comment\n" + YAML.replace("{a: \"1\", b: \"2\"}", "{b: '2', a: '1'}") + "\n";
    Pod again = pods.own(parse(formatted), "/m/web.yaml");
    assertThat(again).isEqualTo(pod);
    Pod changed = pods.own(parse(YAML.replace("nginx", "nginx:2")), "/m/web.yaml");
    assertThat(changed.uid()).isNotEqualTo(pod.uid());
    assertThat(pods.own(parse(YAML), "/m/other.yaml").uid()).isNotEqualTo(pod.uid());
    StaticPods elsewhere = new StaticPods("file", "node-b", time);
    assertThat(elsewhere.own(parse(YAML), "/m/web.yaml").uid()).isNotEqualTo(pod.uid());
  }

  @Test
  void aPodThatComesBackIsSeenAnew() throws InterruptedException {
    Pod pod = pods.own(parse(YAML), "/m/web.yaml");
    pods.keepOnly(Set.of());
    time.after(java.time.Duration.ZERO, () -> {});
    time.ring();
    assertThat(pods.own(parse(YAML), "/m/web.yaml").metadata().annotations())
        .containsEntry(StaticPods.SEEN, "2030-01-01T00:00:20Z");
    assertThat(pod.metadata().annotations()).containsEntry(StaticPods.SEEN, "2030-01-01T00:00:00Z");
  }

  @Test
  void keepsTheUidAndTheNamespaceOfTheManifest() {
    Pod pod =
        pods.own(parse(YAML.replace("name: web", "name: web, uid: abc, namespace: shop")), "x");
    assertThat(pod.fullName()).hasToString("shop/web-node-a");
    assertThat(pod.metadata().uid()).isEqualTo("abc");
    assertThat(pod.metadata().annotations()).containsEntry(StaticPods.HASH, "abc");
  }
}
