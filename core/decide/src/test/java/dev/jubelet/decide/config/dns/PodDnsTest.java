package dev.jubelet.decide.config.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodDnsTest {
  private static final NodeSettings CLUSTER = Nodes.cluster("cluster.local", "10.96.0.10");
  private static final DnsSettings OF_CLUSTER =
      new DnsSettings(
          List.of("10.96.0.10"),
          List.of("shop.svc.cluster.local", "svc.cluster.local", "cluster.local", "example.org"),
          List.of("ndots:5"));

  @ParameterizedTest
  @CsvSource({
    "ClusterFirst, false, true",
    "ClusterFirst, true, false",
    "ClusterFirstWithHostNet, true, true",
    "ClusterFirstWithHostNet, false, true",
    "Default, false, false",
  })
  void asksTheClusterOrTheNodeByPolicy(String policy, boolean hostNetwork, boolean cluster) {
    Pod pod = pod("dnsPolicy: " + policy + "\n  hostNetwork: " + hostNetwork);
    assertThat(PodDns.of(pod, CLUSTER)).isEqualTo(cluster ? OF_CLUSTER : Nodes.HOST_DNS);
  }

  @Test
  void fallsBackToTheNodeWithoutClusterDns() {
    assertThat(PodDns.of(pod("dnsPolicy: ClusterFirst"), Nodes.plain())).isEqualTo(Nodes.HOST_DNS);
  }

  @Test
  void keepsTheNodesSearchesWithoutClusterDomain() {
    assertThat(PodDns.of(pod("dnsPolicy: ClusterFirst"), Nodes.cluster("", "10.96.0.10")))
        .isEqualTo(
            new DnsSettings(List.of("10.96.0.10"), List.of("example.org"), List.of("ndots:5")));
  }

  @Test
  void takesThePodsOwnConfigurationAlone() {
    assertThat(
            PodDns.of(
                pod(
                    """
                    dnsPolicy: None
                      dnsConfig:
                        nameservers: [192.0.2.1]
                        searches: [a.example]
                        options: [{name: ndots, value: "2"}, {name: rotate}]
                    """),
                CLUSTER))
        .isEqualTo(
            new DnsSettings(
                List.of("192.0.2.1"), List.of("a.example"), List.of("ndots:2", "rotate")));
  }

  @Test
  void mergesThePodsOwnConfigurationWithoutRepetition() {
    assertThat(
            PodDns.of(
                pod(
                    """
                    dnsConfig:
                        nameservers: [10.96.0.10, 192.0.2.1]
                        searches: [cluster.local, a.example]
                        options: [{name: edns0}, {name: ndots, value: "2"}]
                    """),
                CLUSTER))
        .isEqualTo(
            new DnsSettings(
                List.of("10.96.0.10", "192.0.2.1"),
                List.of(
                    "shop.svc.cluster.local",
                    "svc.cluster.local",
                    "cluster.local",
                    "example.org",
                    "a.example"),
                List.of("ndots:2", "edns0")));
  }

  @Test
  void givesNoMoreServersThanResolversRead() {
    assertThat(
            PodDns.of(pod("dnsPolicy: ClusterFirst"), Nodes.cluster("", "1", "2", "3", "4"))
                .servers())
        .containsExactly("1", "2", "3");
  }

  @Test
  void givesNoMoreSearchesThanResolversRead() {
    List<String> many = IntStream.range(0, 40).mapToObj(i -> "d" + i + ".example").toList();
    assertThat(limited(many)).isEqualTo(many.subList(0, 32));
    String tooLong = "x".repeat(254);
    assertThat(limited(List.of("a", tooLong, "b"))).containsExactly("a", "b");
    List<String> wide = IntStream.range(0, 12).mapToObj(i -> "w".repeat(200) + i).toList();
    List<String> kept = limited(wide);
    assertThat(kept).isEqualTo(wide.subList(0, 10));
    assertThat(kept.stream().collect(Collectors.joining(" ")).length()).isLessThanOrEqualTo(2048);
  }

  @Test
  void tellsWhatIsLeftOutInTheWordsOfTheGoKubelet() {
    List<String> servers = List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4");
    List<String> searches = List.of("a", "d".repeat(254));

    assertThat(DnsLimits.complaints(new DnsSettings(servers, searches, List.of())))
        .containsExactly(
            "Nameserver limits were exceeded, some nameservers have been omitted,"
                + " the applied nameserver line is: 10.0.0.1 10.0.0.2 10.0.0.3",
            "Search Line limits were exceeded, some search paths have been omitted,"
                + " the applied search line is: a");
    assertThat(
            DnsLimits.complaints(new DnsSettings(servers.subList(0, 3), List.of("a"), List.of())))
        .isEmpty();
  }

  private static List<String> limited(List<String> searches) {
    return DnsLimits.applied(new DnsSettings(List.of(), searches, List.of())).searches();
  }

  private static Pod pod(String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, uid: u-1}
        spec:
          containers: [{name: main, image: busybox}]
          %s
        """
            .formatted(spec));
  }
}
