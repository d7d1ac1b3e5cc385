package dev.jubelet.decide.config.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.config.Containers;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsFileTest {
  private static final NodeSettings SETTINGS = Nodes.cluster("cluster.local", "10.96.0.10");
  private static final List<String> BOTH = List.of("10.0.0.7", "fd00::7");
  private static final String LOOPBACK =
      """
      # Kubernetes-managed hosts file.
      127.0.0.1\tlocalhost
      ::1\tlocalhost ip6-localhost ip6-loopback
      fe00::0\tip6-localnet
      fe00::0\tip6-mcastprefix
      fe00::1\tip6-allnodes
      fe00::2\tip6-allrouters
      """;
  private static final String ALIASES =
      "hostAliases: [{ip: 10.1.1.1, hostnames: [db, db.example]}, {ip: 10.1.1.2, hostnames: [q]}]";

  @Test
  void namesThePodAtEachOfItsAddresses() {
    assertThat(text("", BOTH)).isEqualTo(LOOPBACK + "10.0.0.7\tweb\nfd00::7\tweb\n");
  }

  @Test
  void putsTheFullNameBeforeTheShortOne() {
    assertThat(text("subdomain: sub", List.of("10.0.0.7")))
        .isEqualTo(LOOPBACK + "10.0.0.7\tweb.sub.shop.svc.cluster.local\tweb\n");
  }

  @Test
  void addsAliasesAtTheEnd() {
    assertThat(text(ALIASES, List.of("10.0.0.7")))
        .isEqualTo(
            LOOPBACK
                + """
                10.0.0.7\tweb

                # Entries added by HostAliases.
                10.1.1.1\tdb\tdb.example
                10.1.1.2\tq
                """);
  }

  @Test
  void showsTheNodesLinesInTheNodesNetwork() {
    assertThat(text("hostNetwork: true\n  " + ALIASES, List.of("192.0.2.1")))
        .isEqualTo(
            """
            # Kubernetes-managed hosts file (host network).
            192.0.2.9 of-the-node

            # Entries added by HostAliases.
            10.1.1.1\tdb\tdb.example
            10.1.1.2\tq
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', true, true",
    "'', '', false, false",
    "'', 'hostNetwork: true', false, true",
    "'volumeMounts: [{name: v, mountPath: /etc/hosts}]', '', true, false",
    "'volumeMounts: [{name: v, mountPath: /etc/hosts.d}]', '', true, true",
  })
  void isWantedByContainersThatBringNoneOnceThereIsAnAddress(
      String container, String spec, boolean address, boolean wanted) {
    Pod pod =
        pod(
            container,
            spec + (container.isEmpty() ? "" : "\n  volumes: [{name: v, emptyDir: {}}]"));
    assertThat(
            HostsFile.wanted(pod, pod.spec().containers().getFirst(), address ? BOTH : List.of()))
        .isEqualTo(wanted);
  }

  private static String text(String spec, List<String> ips) {
    return switch (HostsFile.of(pod("", spec), ips, SETTINGS, "192.0.2.9 of-the-node\n")) {
      case ResolvedValue.Value(String text) -> text;
      case ResolvedValue.Refused<String> refused -> throw new AssertionError(refused.why());
    };
  }

  private static Pod pod(String container, String spec) {
    return Containers.pod(container, spec);
  }
}
