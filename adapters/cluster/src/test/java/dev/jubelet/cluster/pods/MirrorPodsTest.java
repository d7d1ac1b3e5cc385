package dev.jubelet.cluster.pods;

import static dev.jubelet.cluster.pods.PodsBench.path;
import static dev.jubelet.cluster.pods.PodsBench.staticPod;
import static dev.jubelet.cluster.pods.PodsBench.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.model.pod.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MirrorPodsTest {
  private static final Pod WEB = staticPod("web", "hash1");
  private static final Pod EDITED = staticPod("web", "hash2");
  private final PodsBench node = new PodsBench();

  /** The node is registered, the list is there, and the pod has its mirror. */
  private void mirrored() {
    node.registerNode();
    node.see();
    node.wants(WEB);
    node.see("web");
    node.statuses.publish(WEB, status("phase: Running"));
  }

  private String mirror() {
    return node.api.find(path("web")).map(JsonWriter::compact).orElse("none");
  }

  @Test
  void staticPodGetsAMirrorThatItsNodeOwns() {
    mirrored();
    assertThat(mirror())
        .contains(
            "\"kubernetes.io/config.mirror\":\"hash1\"",
            "\"kubernetes.io/config.hash\":\"hash1\"",
            "\"kubernetes.io/config.source\":\"file\"",
            "\"kubernetes.io/config.seen\":",
            "\"labels\":{\"app\":\"web\"}",
            "\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n1\","
                + "\"uid\":\"node-uid\",\"controller\":true}]",
            "\"nodeName\":\"n1\"");
    assertThat(node.uid("web")).isNotEqualTo("hash1");
    assertThat(node.api.count("POST")).isEqualTo(1);
  }

  @Test
  void nothingIsMadeBeforeTheListIsKnown() {
    node.registerNode();
    node.wants(WEB);
    assertThat(node.api.calls()).isEmpty();
    node.see();
    assertThat(node.api.count("POST")).isEqualTo(1);
  }

  @Test
  void nothingIsDeletedBeforeTheSourcesHaveSpoken() {
    mirrored();
    PodsBench next = new PodsBench(node.api).see();
    assertThat(node.api.count("DELETE")).isZero();
    next.wants(WEB);
    assertThat(node.api.count("DELETE")).isZero();
    assertThat(node.api.count("POST")).isEqualTo(1);
  }

  @Test
  void mirrorThatSomebodyDeletedIsMadeAnew() {
    mirrored();
    String before = node.uid("web");
    node.api.delete(path("web"), FakeApiServer.parsed("{}"));
    node.see("web");
    assertThat(node.uid("web")).isNotEqualTo(before).isNotEqualTo("none");
    assertThat(mirror()).doesNotContain("deletionTimestamp");
  }

  @Test
  void mirrorThatVanishedIsMadeAnew() {
    mirrored();
    node.api.remove(path("web"));
    node.cache.all().forEach(node.cache::remove);
    assertThat(mirror()).contains("hash1");
    assertThat(node.api.count("POST")).isEqualTo(2);
  }

  @Test
  void staleMirrorOfAnEarlierLifeIsReplaced() {
    mirrored();
    PodsBench next = new PodsBench(node.api).see();
    next.wants(EDITED);
    assertThat(mirror()).contains("\"kubernetes.io/config.mirror\":\"hash2\"");
  }

  @Test
  void mirrorShowsAnEditedPodOnlyAfterTheEndOfItsPredecessor() {
    mirrored();
    node.wants(EDITED);
    assertThat(mirror()).contains("\"kubernetes.io/config.mirror\":\"hash1\"");
    node.statuses.forget(WEB.uid());
    assertThat(mirror()).contains("\"kubernetes.io/config.mirror\":\"hash2\"");
  }

  @Test
  void mirrorGoesWithItsPod() {
    mirrored();
    node.wants();
    assertThat(mirror()).as("the pod is still ending").contains("hash1");
    node.statuses.forget(WEB.uid());
    assertThat(mirror()).isEqualTo("none");
  }

  @Test
  void nextPodOfTheSameUidGetsAMirrorOfItsOwn() {
    mirrored();
    String before = node.uid("web");
    node.wants();
    node.wants(WEB);
    node.statuses.publish(WEB, status("phase: Succeeded"));
    node.see("web");
    ApiPod over = node.cache.mirror(WEB.fullName()).orElseThrow();
    node.statuses.forget(WEB.uid());
    node.statuses.publish(WEB, status("phase: Running"));
    node.cache.remove(over);
    node.see("web");
    assertThat(node.uid("web")).isNotEqualTo(before).isNotEqualTo("none");
    assertThat(node.again).as("the new mirror has no status yet").contains(WEB.uid());
    node.statuses.publish(WEB, status("phase: Running"));
    assertThat(mirror()).contains("\"phase\":\"Running\"");
  }

  @Test
  void mirrorOfAPodThatWentWhileWeWereDownGoesToo() {
    mirrored();
    PodsBench next = new PodsBench(node.api).see();
    next.wants();
    assertThat(mirror()).isEqualTo("none");
  }

  @Test
  void withoutANodeThereIsNoMirror() {
    node.see();
    node.wants(WEB);
    node.time.advance(Duration.ofMinutes(1));
    assertThat(mirror()).isEqualTo("none");
    assertThat(node.api.count("POST")).isZero();
    node.registerNode();
    node.mirrors.retryNow();
    assertThat(mirror()).contains("hash1");
  }

  @Test
  void nodeThatIsBeingDeletedGetsNoMirror() {
    node.api.put(
        "/api/v1/nodes/n1",
        "{\"metadata\":{\"uid\":\"x\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"}}");
    node.see();
    node.wants(WEB);
    assertThat(mirror()).isEqualTo("none");
  }

  @Test
  void refusedMirrorIsTriedAgainLaterAndToldOnce() {
    node.registerNode();
    node.see();
    node.api.outage(() -> new ApiFailure(403, "Forbidden", "mirror pods may not refer", null));
    node.wants(WEB);
    node.time.advance(Duration.ofMinutes(5));
    assertThat(node.api.calls()).hasSizeBetween(5, 20);
    assertThat(node.journal.lines()).hasSize(1);
    node.api.heal();
    node.time.advance(Duration.ofSeconds(30));
    assertThat(mirror()).contains("hash1");
  }

  @Test
  void mirrorWhoseAnswerWasLostIsFound() {
    node.registerNode();
    node.see();
    node.api.failAfter("POST", () -> ApiFailure.noAnswer("reset"));
    node.wants(WEB);
    node.see("web");
    node.time.advance(Duration.ofMinutes(1));
    assertThat(node.api.count("POST")).isEqualTo(1);
    assertThat(node.api.count("DELETE")).isZero();
  }

  @Test
  void podsOfTheApiAreNoMirrors() {
    node.put("other", "u1", "'phase':'Running'");
    node.see();
    node.wants();
    assertThat(node.uid("other")).isEqualTo("u1");
  }
}
