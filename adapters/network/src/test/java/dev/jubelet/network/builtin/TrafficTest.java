package dev.jubelet.network.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.network.CniNetworks.Attached;
import dev.jubelet.network.NetworkPod;
import dev.jubelet.network.NetworkSettings;
import dev.jubelet.network.TestNamespaces;
import dev.jubelet.network.TestPods;
import dev.jubelet.network.plugin.InstalledPlugins;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Packets through the networks that our plugins make. */
@Timeout(120)
@Tag("real")
final class TrafficTest {
  private static final int ANSWER_MILLIS = 5000;

  @TempDir Path temp;
  private TestNamespaces namespaces;
  private Path host;
  private CniNetworks networks;

  @BeforeEach
  void makeNode() throws Exception {
    Needed.root();
    namespaces = new TestNamespaces(temp);
    host = namespaces.make("host");
    TestNamespaces.in(host, "ip", "link", "set", "lo", "up");
    Files.createDirectory(temp.resolve("net.d"));
    Files.writeString(
        temp.resolve("net.d/10.conflist"),
        """
        {"cniVersion":"1.1.0","name":"pods","plugins":[
          {"type":"bridge","bridge":"cni0","isDefaultGateway":true,"ipMasq":true,"hairpinMode":true,
           "ipam":{"type":"host-local","dataDir":"%s",
             "ranges":[[{"subnet":"10.9.0.0/24"}],[{"subnet":"fd00:9::/64"}]]}},
          {"type":"portmap","capabilities":{"portMappings":true}}]}
        """
            .formatted(temp.resolve("addresses")));
    networks =
        new CniNetworks(
            new NetworkSettings(
                temp.resolve("net.d"),
                List.of(),
                temp.resolve("state"),
                InstalledPlugins.Choice.BUILT_IN,
                "eth0",
                Duration.ofSeconds(30)),
            BuiltInPlugins.in(() -> NetworkNamespace.open(host), temp),
            () -> {});
  }

  @AfterEach
  void removeNode() throws Exception {
    if (networks != null) {
      networks.close();
    }
    if (namespaces != null) {
      namespaces.close();
    }
  }

  private Attached.Done attach(String id, Path netns, PortMapping... ports) {
    NetworkPod pod =
        new NetworkPod(
            id, netns, TestPods.config("default", id, "uid-" + id, ports), Optional.empty());
    Attached attached = networks.attach(pod);
    assertThat(attached).isInstanceOf(Attached.Done.class);
    return (Attached.Done) attached;
  }

  private static ServerSocket listen(Path namespace, int port) {
    try (NetworkNamespace at = NetworkNamespace.open(namespace)) {
      return at.run(() -> new ServerSocket(port, 10));
    }
  }

  /** Connects from a namespace, and answers from where the server saw it come. */
  private static InetAddress seenFrom(Path namespace, String address, int port, ServerSocket server)
      throws IOException {
    try (NetworkNamespace at = NetworkNamespace.open(namespace);
        Socket client = at.run(Socket::new)) {
      at.run(() -> {
        client.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), ANSWER_MILLIS);
        return client;
      });
      server.setSoTimeout(ANSWER_MILLIS);
      try (Socket accepted = server.accept()) {
        return accepted.getInetAddress();
      }
    }
  }

  @Test
  void podsReachEachOtherAndTheHostByBothFamilies() throws Exception {
    Path first = namespaces.make("first");
    Path second = namespaces.make("second");
    assertThat(attach("first", first).addresses())
        .containsExactly(InetAddress.ofLiteral("10.9.0.2"), InetAddress.ofLiteral("fd00:9::2"));
    attach("second", second);
    try (ServerSocket server = listen(first, 8000);
        ServerSocket onHost = listen(host, 9000)) {
      assertThat(seenFrom(second, "10.9.0.2", 8000, server))
          .isEqualTo(InetAddress.ofLiteral("10.9.0.3"));
      assertThat(seenFrom(second, "fd00:9::2", 8000, server))
          .isEqualTo(InetAddress.ofLiteral("fd00:9::3"));
      assertThat(seenFrom(first, "127.0.0.1", 8000, server).isLoopbackAddress()).isTrue();
      assertThat(seenFrom(first, "10.9.0.1", 9000, onHost))
          .isEqualTo(InetAddress.ofLiteral("10.9.0.2"));
    }
    assertThat(networks.check("first")).isEqualTo(new CniNetworks.Checked.Intact());
    assertThat(networks.status()).isEqualTo(new CniNetworks.Status.Ready("pods"));
  }

  @Test
  void packetsLeaveTheNetworkUnderTheHostsAddress() throws Exception {
    Path pod = namespaces.make("pod");
    Path outside = namespaces.make("outside");
    TestNamespaces.in(host, "ip", "link", "add", "out0", "type", "veth", "peer", "name", "in0");
    TestNamespaces.in(host, "ip", "link", "set", "in0", "netns", outside.toString());
    TestNamespaces.in(host, "ip", "addr", "add", "192.168.7.1/24", "dev", "out0");
    TestNamespaces.in(host, "ip", "link", "set", "out0", "up");
    TestNamespaces.in(outside, "ip", "addr", "add", "192.168.7.2/24", "dev", "in0");
    TestNamespaces.in(outside, "ip", "link", "set", "in0", "up");
    attach("pod", pod);
    try (ServerSocket server = listen(outside, 8000)) {
      assertThat(seenFrom(pod, "192.168.7.2", 8000, server))
          .isEqualTo(InetAddress.ofLiteral("192.168.7.1"));
    }
  }

  @Test
  void portsOfTheHostLeadToThePodFromEverywhereUntilItIsDetached() throws Exception {
    Path pod = namespaces.make("pod");
    Path other = namespaces.make("other");
    attach("pod", pod, new PortMapping(Protocol.TCP, 80, 8080, ""));
    attach("other", other);
    try (ServerSocket server = listen(pod, 80)) {
      assertThat(seenFrom(other, "10.9.0.1", 8080, server))
          .isEqualTo(InetAddress.ofLiteral("10.9.0.3"));
      assertThat(seenFrom(host, "10.9.0.1", 8080, server))
          .isEqualTo(InetAddress.ofLiteral("10.9.0.1"));
      assertThat(seenFrom(host, "127.0.0.1", 8080, server))
          .isEqualTo(InetAddress.ofLiteral("10.9.0.1"));
      assertThat(seenFrom(pod, "10.9.0.1", 8080, server))
          .isEqualTo(InetAddress.ofLiteral("10.9.0.1"));
      assertThat(seenFrom(other, "fd00:9::1", 8080, server))
          .isEqualTo(InetAddress.ofLiteral("fd00:9::3"));
    }
    assertThat(networks.check("pod")).isEqualTo(new CniNetworks.Checked.Intact());
    assertThat(rules("pod")).isPositive();
    assertThat(networks.detach("pod")).isEqualTo(new CniNetworks.Detached.Done());
    assertThat(rules("pod")).isZero();
  }

  @Test
  void takesBackAllWhenTheNamespaceIsGoneAfterAReboot() throws Exception {
    Path pod = namespaces.make("pod");
    attach("pod", pod, new PortMapping(Protocol.TCP, 80, 8080, ""));
    Namespaces.remove(pod);
    assertThat(networks.collect(Set::of).removed()).containsExactly("pod");
    assertThat(rules("pod")).isZero();
    try (var files = Files.list(temp.resolve("addresses/pods"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("lock", "last_reserved_ip.0", "last_reserved_ip.1");
    }
  }

  private long rules(String id) {
    try (NetworkNamespace at = NetworkNamespace.open(host)) {
      return at.run(() -> {
        long ports = 0;
        for (NfTable.Family family : HostPorts.FAMILIES) {
          for (String chain : List.of("hostports", "masquerading")) {
            ports +=
                new NfTable(family, "cni_hostport")
                    .rules(chain).stream().filter(rule -> rule.comment().equals(id)).count();
          }
        }
        return ports
            + new NfTable(NfTable.Family.BOTH, "cni_plugins_masquerade")
                .rules("masq_checks").stream()
                    .filter(rule -> rule.comment().endsWith("id: " + id))
                    .count();
      });
    }
  }
}
