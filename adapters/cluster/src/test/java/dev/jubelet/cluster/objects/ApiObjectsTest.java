package dev.jubelet.cluster.objects;

import static dev.jubelet.cluster.objects.ObjectsBench.path;
import static dev.jubelet.cluster.objects.ObjectsBench.pod;
import static dev.jubelet.cluster.objects.ObjectsBench.podWithMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatusBuilder;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.FakeObjects;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiObjectsTest {
  private ObjectsBench node = new ObjectsBench();

  @AfterEach
  void close() {
    node.close();
  }

  private Optional<String> color() {
    return node.objects.configMap("shop", "m").map(map -> map.data().getOrDefault("color", ""));
  }

  private void paint(String color) {
    node.put("configmaps", "m", "'data':{'color':'%s'}".formatted(color));
  }

  private Pod ended(Pod pod) {
    return new Pod(
        pod.metadata(),
        pod.spec(),
        PodStatusBuilder.builder(pod.status()).phase(PodPhase.SUCCEEDED).build());
  }

  @Test
  void whoAsksFirstWaitsForTheAnswerAndNobodyIsDisturbed() {
    paint("blue");
    node.needs(podWithMap("p", "m"));
    assertThat(color()).contains("blue");
    assertThat(node.told).isEmpty();
    assertThat(node.api.calls())
        .anyMatch(call ->
            call.startsWith(
                "GET /api/v1/namespaces/shop/configmaps?fieldSelector=metadata.name%3Dm"));
  }

  @Test
  void changeAndDeletionAreToldAtOnce() throws Exception {
    paint("blue");
    node.needs(podWithMap("p", "m"));
    assertThat(color()).contains("blue");
    paint("red");
    assertThat(node.nextTold()).isEqualTo("ConfigMap shop/m");
    assertThat(color()).contains("red");
    node.api.remove(path("configmaps", "m"));
    assertThat(node.nextTold()).isEqualTo("ConfigMap shop/m");
    assertThat(color()).isEmpty();
  }

  @Test
  void missingObjectIsKnownToBeMissingUntilItIsMade() throws Exception {
    node.needs(podWithMap("p", "m"));
    assertThat(color()).isEmpty();
    paint("late");
    assertThat(node.nextTold()).isEqualTo("ConfigMap shop/m");
    assertThat(color()).contains("late");
  }

  @Test
  void lastValueHoldsWhileTheServerIsAway() {
    paint("blue");
    node.needs(podWithMap("p", "m"));
    assertThat(color()).contains("blue");
    node.outage();
    Await.until("open watches: 0", () -> node.api.openWatches() == 0);
    assertThat(color()).contains("blue");
    assertThat(node.told).isEmpty();
  }

  @Test
  void absenceOfTheServerIsNotAbsenceOfTheObject() throws Exception {
    node.close();
    node = new ObjectsBench(Duration.ofMillis(20));
    node.outage();
    node.needs(podWithMap("p", "m"));
    assertThatThrownBy(this::color)
        .isInstanceOfSatisfying(
            OutsideFailure.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
              assertThat(failure.text())
                  .isEqualTo("failed to sync configmap cache: timed out waiting for the condition");
            });
    paint("blue");
    node.api.heal();
    Await.until("the next alarm is set", () -> node.time.pending() > 0);
    node.time.advance(Duration.ofSeconds(10));
    assertThat(node.nextTold()).isEqualTo("ConfigMap shop/m");
    assertThat(color()).contains("blue");
  }

  @Test
  void immutableObjectIsReadOnceAndNotWatched() {
    node.put("configmaps", "m", "'immutable':true,'data':{'color':'fixed'}");
    node.put("secrets", "s", "'immutable':true,'data':{'key':'aGVsbG8='}");
    node.needs(podWithMap("p", "m"), pod("q", "imagePullSecrets: [{name: s}]"));
    assertThat(color()).contains("fixed");
    assertThat(node.objects.secret("shop", "s").orElseThrow().files())
        .containsEntry("key", Blob.of("hello"));
    Await.until("open watches: 0", () -> node.api.openWatches() == 0);
    assertThat(node.api.count("WATCH")).isZero();
    assertThat(node.api.count("GET")).isEqualTo(2);
  }

  @Test
  void thereIsOneWatchForAnObjectHoweverManyPodsReferToItAndNoneWhenTheyHaveEnded() {
    paint("blue");
    Pod[] pods =
        IntStream.range(0, 110).mapToObj(i -> podWithMap("p" + i, "m")).toArray(Pod[]::new);
    node.needs(pods);
    node.needs(pods);
    assertThat(color()).contains("blue");
    Await.until("open watches: 1", () -> node.api.openWatches() == 1);
    assertThat(node.api.count("WATCH")).isEqualTo(1);

    node.needs(pods[0], podWithMap("other", "another"));
    Await.until("open watches: 2", () -> node.api.openWatches() == 2);
    node.needs(ended(pods[0]), podWithMap("other", "another"));
    Await.until("open watches: 1", () -> node.api.openWatches() == 1);
    node.needs();
    Await.until("open watches: 0", () -> node.api.openWatches() == 0);
    assertThatThrownBy(this::color).hasMessage("object \"shop\"/\"m\" not registered");
    assertThat(node.time.pending()).isZero();
  }

  @Test
  void whatWasKnownInAnEarlierLifeEndsNoWatch() {
    paint("blue");
    node.needs(podWithMap("p", "m"));
    assertThat(color()).contains("blue");
    node.objects.needed(new PodSource.Delivery("api", List.of(), List.of(), false));
    assertThat(color()).contains("blue");
  }

  @Test
  void everyWayToReferToAnObjectIsFollowed() {
    node.needs(
        pod(
            "p",
            """
            imagePullSecrets: [{name: pull}]
              volumes:
              - {name: a, secret: {secretName: plain}}
              - {name: b, projected: {sources: [{secret: {name: part}}, {configMap: {name: ca}}]}}
              initContainers:
              - name: i
                image: i
                envFrom: [{configMapRef: {name: whole}}, {secretRef: {name: whole}}]
                env:
                - {name: A, valueFrom: {configMapKeyRef: {name: key, key: k}}}
                - {name: B, valueFrom: {secretKeyRef: {name: key, key: k}}}
            """));
    for (String secret : List.of("pull", "plain", "part", "whole", "key")) {
      assertThat(node.objects.secret("shop", secret)).isEmpty();
    }
    for (String map : List.of("ca", "whole", "key")) {
      assertThat(node.objects.configMap("shop", map)).isEmpty();
    }
    Await.until("open watches: 8", () -> node.api.openWatches() == 8);
  }

  @Test
  void secretThatIsNotUnderstoodIsNotRepeated() {
    node.put("secrets", "s", "'data':{'key':'!hunter2!'}");
    node.needs(pod("p", "imagePullSecrets: [{name: s}]"));
    assertThatThrownBy(() -> node.objects.secret("shop", "s"))
        .hasMessage("Secret shop/s is not understood by this node");
    assertThat(node.journal.lines().toString())
        .contains("ObjectNotUnderstood")
        .doesNotContain("hunter2");
  }

  @Test
  void podsHearOfServicesOnceTheyAreListed() throws Exception {
    node.close();
    node = new ObjectsBench(Duration.ofMillis(20));
    node.api.put(
        "/api/v1/namespaces/default/services/kubernetes",
        "{\"spec\":{\"clusterIP\":\"10.0.0.1\",\"ports\":[{\"name\":\"https\",\"port\":443}]}}");
    node.put("services", "web", "'spec':{'clusterIP':'10.0.0.2','ports':[{'port':80}]}");
    assertThatThrownBy(() -> node.objects.services("shop"))
        .hasMessage("services have not yet been read at least once, cannot construct envvars");
    node.objects.start();
    assertThat(node.nextTold()).isEqualTo("ServiceList ");
    assertThat(node.objects.services("shop")).hasSize(2);
    assertThat(node.objects.services("other"))
        .extracting(service -> service.spec().clusterIP())
        .containsExactly("10.0.0.1");
    node.api.remove(path("services", "web"));
    Await.until("one service in the shop", () -> node.objects.services("shop").size() == 1);
    assertThat(node.told).isEmpty();
  }

  @Test
  void servicesAndRuntimeClassesOfTheLifeBeforeHoldWhileTheServerIsAway() throws Exception {
    node.put("services", "web", "'spec':{'clusterIP':'10.0.0.2','ports':[{'port':80}]}");
    node.api.put("/apis/node.k8s.io/v1/runtimeclasses/fast", "{\"handler\":\"runq\"}");
    node.objects.start();
    assertThat(node.objects.services("shop")).hasSize(1);
    assertThat(node.objects.runtimeHandler("fast")).isEqualTo("runq");
    node.time.advance(Duration.ZERO);
    Await.until("the first lists are saved at once", () -> node.state.saves() == 2);
    node.put("services", "web", "'spec':{'clusterIP':'10.0.0.3','ports':[{'port':80}]}");
    // One after the other: when the second is seen, all is done that the first leads to.
    node.put("services", "more", "'spec':{'clusterIP':'10.0.0.4','ports':[{'port':80}]}");
    Await.until("both have come", () -> node.objects.services("shop").size() == 2);
    node.time.advance(Duration.ofSeconds(4));
    assertThat(node.state.saves()).isEqualTo(2);
    node.time.advance(Duration.ofSeconds(1));
    Await.until("a change is saved a little later", () -> node.state.saves() == 3);
    node.close();

    node = new ObjectsBench(Duration.ofMillis(20), node.state);
    node.api.outage(() -> ApiFailure.noAnswer("away"));
    node.objects.start();
    assertThat(node.objects.services("shop"))
        .extracting(service -> service.spec().clusterIP())
        .containsExactlyInAnyOrder("10.0.0.3", "10.0.0.4");
    assertThat(node.objects.servicesSoFar("shop")).hasSize(2);
    assertThat(node.objects.runtimeHandler("fast")).isEqualTo("runq");

    node.api.heal();
    node.time.advance(Duration.ofSeconds(5));
    Await.until("no service in the shop", () -> node.objects.services("shop").isEmpty());
  }

  @Test
  void runtimeClassSaysWhichHandlerIsMeant() throws Exception {
    node.objects.start();
    assertThatThrownBy(() -> node.objects.runtimeHandler("fast"))
        .hasMessage("runtimeclass.node.k8s.io \"fast\" not found");
    node.api.put("/apis/node.k8s.io/v1/runtimeclasses/fast", "{\"handler\":\"runq\"}");
    assertThat(node.nextTold()).isEqualTo("RuntimeClass fast");
    assertThat(node.objects.runtimeHandler("fast")).isEqualTo("runq");
  }

  @Test
  void staticPodsSeeManifestsOnly() {
    paint("of the API");
    node.needs(podWithMap("p", "m"));
    FakeObjects manifests = new FakeObjects();
    manifests.put(
        new ConfigMap(
            podWithMap("m", "x").metadata(), Map.of("color", "of a manifest"), Map.of(), null));
    SourcedObjects both = new SourcedObjects(manifests, node.objects);
    Pod api = podWithMap("p", "m");
    Pod fixed =
        api.withMetadata(
            api.metadata().withAnnotations(Map.of("kubernetes.io/config.source", "file")));
    assertThat(both.of(api).configMap("shop", "m").orElseThrow().data())
        .containsValue("of the API");
    assertThat(both.of(fixed).configMap("shop", "m").orElseThrow().data())
        .containsValue("of a manifest");
    assertThat(both.of(fixed).runtimeHandler("x")).isEqualTo("x");
    assertThat(both.of(fixed).services("shop")).isEmpty();
    assertThat(both.of(api).bindsClaims()).isTrue();
    assertThat(both.of(fixed).bindsClaims()).isFalse();
  }

  private void fill(String name, int kibibytes) {
    node.put("configmaps", name, "'data':{'k':'%s'}".formatted("x".repeat(kibibytes << 10)));
  }

  @Test
  void objectThatIsTooLargeHoldsUpOnlyWhoNeedsIt() {
    fill("large", 110);
    paint("blue");
    node.needs(podWithMap("p", "large"), podWithMap("q", "m"));
    assertThatThrownBy(() -> node.objects.configMap("shop", "large"))
        .isInstanceOf(OutsideFailure.class)
        .hasMessage(
            "there is no memory for ConfigMap shop/large: it takes more than 100 KiB of memory,"
                + " the most that this node has for one object");
    assertThat(color()).contains("blue");
  }

  @Test
  void objectsTogetherHaveALimitAndGetRoomWhenOthersGo() {
    IntStream.range(0, 5).forEach(i -> fill("m" + i, 90));
    node.needs(podWithMap("p0", "m0"), podWithMap("p1", "m1"), podWithMap("p2", "m2"));
    IntStream.range(0, 3)
        .forEach(i -> assertThat(node.objects.configMap("shop", "m" + i)).isPresent());
    node.needs(
        podWithMap("p0", "m0"),
        podWithMap("p1", "m1"),
        podWithMap("p2", "m2"),
        podWithMap("p3", "m3"));
    assertThat(node.objects.configMap("shop", "m3")).isPresent();
    node.needs(
        podWithMap("p1", "m1"),
        podWithMap("p2", "m2"),
        podWithMap("p3", "m3"),
        podWithMap("p4", "m4"));
    assertThat(node.objects.configMap("shop", "m4")).isPresent();
    fill("m0", 90);
    node.needs(
        podWithMap("p0", "m0"),
        podWithMap("p1", "m1"),
        podWithMap("p2", "m2"),
        podWithMap("p3", "m3"),
        podWithMap("p4", "m4"));
    assertThatThrownBy(() -> node.objects.configMap("shop", "m0"))
        .hasMessageContaining(
            "there is no memory for ConfigMap shop/m0: API objects may use 400 KiB");
    node.needs(podWithMap("p0", "m0"), podWithMap("p1", "m1"));
    Await.until(
        "there is room",
        () -> {
          node.time.advance(Duration.ofSeconds(30));
          try {
            return node.objects.configMap("shop", "m0").isPresent();
          } catch (OutsideFailure notYet) {
            return false;
          }
        });
    node.needs();
    Await.until("nothing is held", () -> node.memory.used() == 0);
  }

  @Test
  void annotationsOfObjectsTakeNoMemory() {
    node.api.put(
        path("configmaps", "m"),
        "{\"metadata\":{\"annotations\":{\"last-applied\":\"%s\"}},\"data\":{\"color\":\"blue\"}}"
            .formatted("x".repeat(200 << 10)));
    node.needs(podWithMap("p", "m"));
    assertThat(color()).contains("blue");
    assertThat(node.memory.used()).isLessThan(2 << 10);
  }

  @Test
  void changeThatDoesNotFitLeavesWhatWasKnown() {
    paint("blue");
    node.needs(podWithMap("p", "m"));
    assertThat(color()).contains("blue");
    long used = node.memory.used();
    fill("m", 110);
    Await.until("it is told", () -> !node.journal.lines().isEmpty());
    assertThat(color()).contains("blue");
    assertThat(node.memory.used()).isEqualTo(used);
  }

  @Test
  void podWithThousandsOfReferencesGetsThoseForWhichThereIsRoom() {
    String volumes =
        IntStream.range(0, 2000)
            .mapToObj(i -> "{name: v%d, configMap: {name: m%d}}".formatted(i, i))
            .collect(Collectors.joining(","));
    node.needs(pod("p", "volumes: [%s]".formatted(volumes)));
    assertThatThrownBy(() -> node.objects.configMap("shop", "m1999"))
        .hasMessage(
            "there is no room for ConfigMap shop/m1999: this node follows at most 750 objects of"
                + " a kind");
    Await.until("the others are followed", () -> node.api.openWatches() == WatchedObjects.MAX);
    node.needs(podWithMap("q", "m1999"));
    assertThat(node.objects.configMap("shop", "m1999")).isEmpty();
  }
}
