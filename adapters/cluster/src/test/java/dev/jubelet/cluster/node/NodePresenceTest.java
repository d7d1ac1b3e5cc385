package dev.jubelet.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.decide.node.NodeHealth;
import dev.jubelet.decide.node.NodeProfile;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeAddress;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSystemInfo;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.scheduling.Taint;
import dev.jubelet.model.scheduling.TaintEffect;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodePresenceTest {
  private static final String NODE = "/api/v1/nodes/n1";
  private static final String LEASE =
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1";
  private static final String CSI_NODE = "/apis/storage.k8s.io/v1/csinodes/n1";
  private static final String PATCH = "PATCH " + NODE + "/status";

  private final FakeApiServer api = new FakeApiServer();
  private final ManualTime time = new ManualTime();
  private final List<String> events = new ArrayList<>();
  private final List<String> ranges = new ArrayList<>();
  private RuntimeReadiness readiness = RuntimeReadiness.READY;
  private List<ObservedImage> images = List.of();
  private NodePresence presence = presence(true);

  private NodePresence presence(boolean registers) {
    Journal journal =
        new Journal() {
          @Override
          public void write(
              Level level,
              @Nullable PodName pod,
              @Nullable PodUid uid,
              String reason,
              String message) {}

          @Override
          public void recordEvent(ClusterEvent said) {
            events.add(said.reason());
          }
        };
    return new NodePresence(
        new ApiContext(api, InlineEffects.atOnce(), time, () -> 0.5, journal, new FakeNodeState()),
        new NodeProfile(
            new NodeFacts(
                "n1",
                Map.of("kubernetes.io/hostname", "n1", "kubernetes.io/os", "linux", "disk", "ssd"),
                Map.of(
                    "cpu", Quantity.of(4),
                    "memory", Quantity.parse("8Gi"),
                    "pods", Quantity.of(110),
                    "ephemeral-storage", Quantity.parse("9Gi")),
                Map.of("cpu", Quantity.of(3)),
                "linux",
                "amd64",
                List.of(new Taint("new", "", TaintEffect.NO_SCHEDULE, null))),
            new NodeProfile.Registration(
                registers,
                Map.of("volumes.kubernetes.io/controller-managed-attach-detach", "true"),
                "cloud://1"),
            List.of(
                new NodeAddress("InternalIP", "10.0.0.1"),
                new NodeAddress("InternalIP", "fd00::1"),
                new NodeAddress("Hostname", "n1")),
            new NodeSystemInfo(
                "m",
                "u",
                "b",
                "6.1",
                "Debian",
                "containerd://2.0",
                "v1.36.4",
                "",
                "linux",
                "amd64",
                null),
            new RuntimeFeatures(Map.of("", new RuntimeFeatures.Handler(true, false)), true),
            10250,
            50,
            List.of("SomeFeature")),
        new NodePresence.Inputs(
            () -> new NodeHealth(readiness, false, Optional.empty(), NodeHealth.Pressure.NONE),
            () -> images,
            ranges::add),
        new NodePresence.Rhythm(Duration.ofMinutes(5), Duration.ofSeconds(40)));
  }

  private String node() {
    return JsonWriter.compact(api.find(NODE).orElseThrow());
  }

  private String ready() {
    return PublishedNode.of(api.find(NODE).orElseThrow()).status().conditions().stream()
        .filter(c -> c.type().equals("Ready"))
        .map(c -> c.status().wire() + " " + c.message())
        .findFirst()
        .orElse("");
  }

  @Test
  void registersReadyAtOnceWithLeaseAndCsiNode() {
    presence.start();
    assertThat(ready()).isEqualTo("True kubelet is posting ready status");
    assertThat(api.count(PATCH)).isZero();
    assertThat(node())
        .contains("\"disk\":\"ssd\"")
        .contains("\"providerID\":\"cloud://1\"")
        .contains("\"taints\":[{\"key\":\"new\"")
        .contains("\"kubeletEndpoint\":{\"Port\":10250}")
        .contains("\"containerRuntimeVersion\":\"containerd://2.0\"")
        .contains("\"recursiveReadOnlyMounts\":true,\"userNamespaces\":false")
        .contains("\"supplementalGroupsPolicy\":true")
        .contains("\"declaredFeatures\":[\"SomeFeature\"]")
        .contains("{\"type\":\"InternalIP\",\"address\":\"fd00::1\"}");
    String uid = Metadata.of(api.find(NODE).orElseThrow()).uid();
    assertThat(JsonWriter.compact(api.find(LEASE).orElseThrow()))
        .contains("\"uid\":\"" + uid + "\"")
        .contains("\"holderIdentity\":\"n1\",\"leaseDurationSeconds\":40")
        .contains("\"renewTime\":\"2026-01-01T00:00:00.000000Z\"");
    assertThat(JsonWriter.compact(api.find(CSI_NODE).orElseThrow()))
        .contains("\"drivers\":[]")
        .contains("\"uid\":\"" + uid + "\"");
    assertThat(events)
        .containsExactly(
            "Starting", "NodeHasSufficientMemory", "NodeHasNoDiskPressure", "NodeHasSufficientPID");
  }

  @Test
  void readinessIsShownAtOnceAndOtherwiseEveryFiveMinutes() {
    presence.start();
    readiness = new RuntimeReadiness(true, "", false, "no cni");
    presence.look();
    assertThat(ready()).isEqualTo("False container runtime network not ready: no cni");
    assertThat(api.count(PATCH)).isEqualTo(1);
    readiness = RuntimeReadiness.READY;
    presence.look();
    presence.look();
    assertThat(api.count(PATCH)).isEqualTo(2);
    assertThat(events).endsWith("NodeNotReady", "NodeReady");
    time.advance(Duration.ofSeconds(299));
    assertThat(api.count(PATCH)).isEqualTo(2);
    time.advance(Duration.ofSeconds(2));
    assertThat(api.count(PATCH)).isEqualTo(3);
  }

  @Test
  void existingNodeKeepsLabelsAndTaintsOfOthers() {
    api.put(
        NODE,
        """
        {"metadata":{"labels":{"disk":"hdd","team":"a","kubernetes.io/os":"plan9"}},
         "spec":{"taints":[{"key":"old","effect":"NoSchedule"}],"podCIDRs":["10.1.0.0/24"]},
         "status":{"capacity":{"x.io/gpu":"2","hugepages-1Gi":"1Gi"},
          "addresses":[{"type":"InternalIP","address":"10.0.0.9"},{"type":"ExternalIP","address":"1.1.1.1"}],
          "conditions":[{"type":"Ready","status":"Unknown","reason":"NodeStatusUnknown"},
           {"type":"NetworkUnavailable","status":"False","reason":"Up"}]}}
        """);
    presence.start();
    assertThat(ready()).startsWith("True");
    assertThat(node())
        .contains("\"disk\":\"hdd\"")
        .contains("\"team\":\"a\"")
        .contains("\"kubernetes.io/os\":\"linux\"")
        .contains("\"kubernetes.io/hostname\":\"n1\"")
        .contains("controller-managed-attach-detach\":\"true\"")
        .contains("\"key\":\"old\"")
        .doesNotContain("\"key\":\"new\"")
        .contains("\"x.io/gpu\":\"0\"")
        .doesNotContain("\"x.io/gpu\":\"2\"")
        .doesNotContain("hugepages-1Gi")
        .contains("NetworkUnavailable")
        .doesNotContain("1.1.1.1");
    assertThat(PublishedNode.of(api.find(NODE).orElseThrow()).status().addresses()).hasSize(3);
    assertThat(ranges).containsExactly("10.1.0.0/24");
    assertThat(events).contains("NodeReady");
  }

  @Test
  void whatOthersGiveTheNodeWhileWeRunStays() {
    presence.start();
    presence.seen(
        api.put(NODE, node().replace("\"capacity\":{", "\"capacity\":{\"x.io/gpu\":\"2\",")));
    time.advance(Duration.ofMinutes(6));
    assertThat(node()).contains("\"x.io/gpu\":\"2\"");
  }

  @Test
  void driversOfAnEarlierKubeletAreTakenBack() {
    api.put(
        CSI_NODE,
        """
        {"metadata":{"name":"n1"},
         "spec":{"drivers":[{"name":"disks.example.com","nodeID":"n1","topologyKeys":[]}]}}
        """);
    presence.start();
    assertThat(JsonWriter.compact(api.find(CSI_NODE).orElseThrow()))
        .contains("\"drivers\":[]")
        .doesNotContain("disks.example.com");
  }

  @Test
  void deletedNodeComesBackWithItsLeaseAndCsiNode() {
    presence.start();
    Node.Fields old = api.find(NODE).orElseThrow();
    api.remove(NODE);
    api.remove(LEASE);
    presence.gone(old);
    time.advance(Duration.ofSeconds(3));
    String uid = Metadata.of(api.find(NODE).orElseThrow()).uid();
    assertThat(uid).isNotEqualTo(Metadata.of(old).uid());
    time.advance(Duration.ofSeconds(11));
    assertThat(JsonWriter.compact(api.find(LEASE).orElseThrow())).contains(uid);
    assertThat(JsonWriter.compact(api.find(CSI_NODE).orElseThrow())).contains(uid);
  }

  @Test
  void nodeThatMustNotRegisterWaitsForSomebodyToMakeItsObject() {
    presence = presence(false);
    presence.start();
    time.advance(Duration.ofSeconds(20));
    assertThat(api.count("POST")).isZero();
    api.put(NODE, "{}");
    time.advance(Duration.ofSeconds(8));
    assertThat(ready()).startsWith("True");
    assertThat(api.find(LEASE)).isPresent();
  }

  @Test
  void leaseIsRenewedEveryTenSecondsAlsoAfterConflictAndOutage() {
    presence.start();
    time.advance(Duration.ofSeconds(10));
    assertThat(api.count("PUT " + LEASE)).isEqualTo(1);
    api.put(LEASE, "{\"spec\":{\"holderIdentity\":\"x\"}}");
    time.advance(Duration.ofSeconds(10));
    assertThat(JsonWriter.compact(api.find(LEASE).orElseThrow()))
        .contains("\"holderIdentity\":\"n1\"")
        .contains("00:00:20.000000Z");
    api.outage(() -> ApiFailure.noAnswer("away"));
    time.advance(Duration.ofSeconds(60));
    api.heal();
    assertThat(JsonWriter.compact(api.find(LEASE).orElseThrow())).contains("00:01:20.000000Z");
  }

  /** Kubernetes: a renewal counts only when it is later than the one before. */
  @Test
  void leaseIsRenewedAlsoWhenTheClockWasSetBack() {
    presence.start();
    time.setWall(time.now().minus(Duration.ofMinutes(10)));
    time.advance(Duration.ofSeconds(10));
    assertThat(renewed()).isEqualTo("2026-01-01T00:00:00.000001Z");
    time.advance(Duration.ofSeconds(10));
    assertThat(renewed()).isEqualTo("2026-01-01T00:00:00.000002Z");
    time.setWall(time.now());
    time.advance(Duration.ofSeconds(10));
    assertThat(renewed()).isEqualTo("2026-01-01T00:00:30.000000Z");
  }

  private String renewed() {
    return api.find(LEASE).orElseThrow().value("spec") instanceof Node.Fields spec
        ? spec.text("renewTime")
        : "";
  }

  @Test
  void outageIsSurvivedAndWhatChangedMeanwhileIsShownWhenItEnds() {
    presence.start();
    api.outage(() -> ApiFailure.noAnswer("away"));
    readiness = new RuntimeReadiness(false, "broken", true, "");
    presence.look();
    time.advance(Duration.ofMinutes(2));
    api.heal();
    assertThat(ready()).isEqualTo("False container runtime not ready: broken");
  }

  @Test
  void imagesAndCordonsAreTold() {
    presence.start();
    images = List.of(new ObservedImage("i", List.of("app:1"), List.of(), 7, null, "", false));
    time.advance(Duration.ofSeconds(61));
    assertThat(node()).contains("\"images\":[{\"names\":[\"app:1\"],\"sizeBytes\":7}]");
    presence.seen(api.put(NODE, node().replace("\"spec\":{", "\"spec\":{\"unschedulable\":true,")));
    assertThat(events).endsWith("NodeNotSchedulable");
  }
}
