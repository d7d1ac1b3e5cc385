package dev.jubelet.network.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.netlink.NfExpression;
import dev.jubelet.linux.netlink.NfTable;
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
import dev.jubelet.network.result.IpNetwork;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What networks of ours do to others on the same machine, and others to them. */
@Timeout(120)
@Tag("real")
final class NeighboursTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int ANSWER_MILLIS = 5000;
  private static final int SILENCE_MILLIS = 500;
  private static final PortMapping WEB = new PortMapping(Protocol.TCP, 80, 8080, "");

  @TempDir Path temp;
  private TestNamespaces namespaces;
  private Path host;
  private final List<CniNetworks> opened = new ArrayList<>();

  @BeforeEach
  void makeMachine() throws Exception {
    Needed.root();
    namespaces = new TestNamespaces(temp);
    host = namespaces.make("host");
    TestNamespaces.in(host, "ip", "link", "set", "lo", "up");
  }

  @AfterEach
  void removeMachine() throws Exception {
    opened.forEach(CniNetworks::close);
    if (namespaces != null) {
      namespaces.close();
    }
  }

  private NetworkNamespace open() {
    return NetworkNamespace.open(host);
  }

  private Path root(String name) {
    return temp.resolve(name);
  }

  /** A runtime with a bridge of its name. */
  private CniNetworks runtime(String name, String subnet) throws IOException {
    Path configs = Files.createDirectories(root(name).resolve("net.d"));
    Files.writeString(
        configs.resolve("10.conflist"),
        """
        {"cniVersion":"1.1.0","name":"%1$s","plugins":[
          {"type":"bridge","bridge":"%1$s","isDefaultGateway":true,"ipMasq":true,"hairpinMode":true,
           "ipam":{"type":"host-local","dataDir":"%2$s","ranges":[[{"subnet":"%3$s"}]]}},
          {"type":"portmap","capabilities":{"portMappings":true}}]}
        """
            .formatted(name, root(name).resolve("addresses"), subnet));
    CniNetworks networks =
        new CniNetworks(
            new NetworkSettings(
                configs,
                List.of(),
                root(name).resolve("state"),
                InstalledPlugins.Choice.BUILT_IN,
                "eth0",
                Duration.ofSeconds(30)),
            BuiltInPlugins.in(this::open, root(name)),
            () -> {});
    opened.add(networks);
    return networks;
  }

  private boolean removeBridge(String name) {
    return HostBridge.of(this::open, root(name)).remove(name);
  }

  private static Attached attach(
      CniNetworks networks, String id, Path netns, PortMapping... ports) {
    return networks.attach(
        new NetworkPod(
            id, netns, TestPods.config("default", id, "uid-" + id, ports), Optional.empty()));
  }

  private String forwarding() throws Exception {
    return sysctl("net.ipv4.ip_forward");
  }

  private String sysctl(String name) throws Exception {
    return TestNamespaces.in(host, "sysctl", "-n", name).strip();
  }

  private String links() throws Exception {
    return TestNamespaces.in(host, "ip", "-br", "link");
  }

  private static ServerSocket listen(Path namespace, String address, int port) {
    try (NetworkNamespace at = NetworkNamespace.open(namespace)) {
      return at.run(() -> new ServerSocket(port, 10, InetAddress.ofLiteral(address)));
    }
  }

  private static boolean reaches(Path namespace, String address, int port, int millis) {
    try (NetworkNamespace at = NetworkNamespace.open(namespace)) {
      return at.run(() -> {
        try (Socket client = new Socket()) {
          client.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), millis);
          return true;
        } catch (IOException refused) {
          return false;
        }
      });
    }
  }

  @Test
  void aBridgeIsRemovedByItsOwnerOnlyAndNotWithPortsOfOthersOnIt() throws Exception {
    CniNetworks one = runtime("one", "10.9.1.0/24");
    assertThat(attach(one, "a", namespaces.make("a"))).isInstanceOf(Attached.Done.class);
    assertThat(HostBridge.of(this::open, root("two")).remove("one")).isFalse();
    TestNamespaces.in(host, "ip", "link", "add", "foreign", "type", "bridge");
    assertThat(removeBridge("foreign")).isFalse();
    TestNamespaces.in(host, "ip", "link", "add", "tap0", "type", "veth", "peer", "tap1");
    TestNamespaces.in(host, "ip", "link", "set", "tap0", "master", "one");
    assertThat(removeBridge("one")).isFalse();
    TestNamespaces.in(host, "ip", "link", "del", "tap0");
    assertThat(links()).contains("one ", "foreign ");
    assertThat(removeBridge("one")).isTrue();
    assertThat(removeBridge("one")).isTrue();
    assertThat(links()).doesNotContain("one ").contains("foreign ");
  }

  @Test
  void forwardingEndsWithTheLastBridgeAndOnlyIfItWasOffBeforeTheFirst() throws Exception {
    assertThat(forwarding()).isEqualTo("0");
    attach(runtime("one", "10.9.1.0/24"), "a", namespaces.make("a"));
    attach(runtime("two", "10.9.2.0/24"), "b", namespaces.make("b"));
    assertThat(forwarding()).isEqualTo("1");
    assertThat(removeBridge("one")).isTrue();
    assertThat(forwarding()).as("the other needs it").isEqualTo("1");
    assertThat(removeBridge("two")).isTrue();
    assertThat(forwarding()).isEqualTo("0");
  }

  @Test
  void forwardingStaysWhereOthersHaveItOn() throws Exception {
    attach(runtime("one", "10.9.1.0/24"), "a", namespaces.make("a"));
    TestNamespaces.in(host, "ip", "link", "add", "docker0", "type", "bridge");
    assertThat(removeBridge("one")).isTrue();
    assertThat(forwarding()).as("Docker came meanwhile").isEqualTo("1");
    attach(runtime("two", "10.9.2.0/24"), "b", namespaces.make("b"));
    TestNamespaces.in(host, "ip", "link", "del", "docker0");
    assertThat(removeBridge("two")).isTrue();
    assertThat(forwarding()).as("it was on before").isEqualTo("1");
  }

  @Test
  void aBridgeAndAPortThatSomebodyTookAwayComeBack() throws Exception {
    CniNetworks networks = runtime("one", "10.9.1.0/24");
    Path a = namespaces.make("a");
    Path b = namespaces.make("b");
    attach(networks, "a", a, WEB);
    networks.keepUp(this::open);
    attach(networks, "b", b);
    try (ServerSocket server = listen(a, "0.0.0.0", 80)) {
      assertThat(server.isBound()).isTrue();
      TestNamespaces.in(host, "ip", "link", "del", "one");
      Await.until("the bridge is back", SOON, () -> reaches(b, "10.9.1.2", 80, SILENCE_MILLIS));
      Await.until(
          "so is the host port", SOON, () -> reaches(host, "127.0.0.1", 8080, SILENCE_MILLIS));
      TestNamespaces.in(b, "ip", "link", "del", "eth0");
      Await.until("the port is back", SOON, () -> reaches(b, "10.9.1.2", 80, SILENCE_MILLIS));
      assertThat(networks.check("a")).isEqualTo(new CniNetworks.Checked.Intact());
      assertThat(networks.check("b")).isEqualTo(new CniNetworks.Checked.Intact());
    }
    assertThat(networks.detach("a")).isEqualTo(new CniNetworks.Detached.Done());
    assertThat(networks.detach("b")).isEqualTo(new CniNetworks.Detached.Done());
    assertThat(links()).doesNotContain("veth");
  }

  @Test
  void whatWentWhileNobodyLookedComesBackAtTheNextStart() throws Exception {
    CniNetworks before = runtime("one", "10.9.1.0/24");
    Path a = namespaces.make("a");
    attach(before, "a", a);
    before.close();
    TestNamespaces.in(host, "ip", "link", "del", "one");
    runtime("one", "10.9.1.0/24").keepUp(this::open);
    try (ServerSocket server = listen(a, "0.0.0.0", 80)) {
      assertThat(server.isBound()).isTrue();
      Await.until("it is back", SOON, () -> reaches(host, "10.9.1.2", 80, SILENCE_MILLIS));
    }
  }

  @Test
  void podsDoNotReachWhatListensOnTheHostsLoopbackOnly() throws Exception {
    CniNetworks networks = runtime("one", "10.9.1.0/24");
    Path web = namespaces.make("web");
    Path hostile = namespaces.make("hostile");
    attach(networks, "web", web, WEB);
    attach(networks, "other", namespaces.make("other"), new PortMapping(Protocol.TCP, 80, 81, ""));
    attach(networks, "hostile", hostile);
    TestNamespaces.in(hostile, "ip", "addr", "del", "127.0.0.1/8", "dev", "lo");
    TestNamespaces.in(hostile, "sysctl", "-w", "net.ipv4.conf.eth0.route_localnet=1");
    TestNamespaces.in(hostile, "ip", "route", "add", "127.0.0.0/8", "via", "10.9.1.1");
    try (ServerSocket secret = listen(host, "127.0.0.1", 9000);
        ServerSocket server = listen(web, "0.0.0.0", 80)) {
      assertThat(secret.isBound() && server.isBound()).isTrue();
      assertThat(reaches(hostile, "127.0.0.1", 9000, SILENCE_MILLIS)).isFalse();
      assertThat(reaches(host, "127.0.0.1", 9000, ANSWER_MILLIS)).isTrue();
      assertThat(reaches(host, "127.0.0.1", 8080, ANSWER_MILLIS)).isTrue();
    }
    networks.detach("web");
    assertThat(sysctl("net.ipv4.conf.one.route_localnet")).as("another needs it").isEqualTo("1");
    networks.detach("other");
    assertThat(sysctl("net.ipv4.conf.one.route_localnet")).isEqualTo("0");
  }

  @Test
  void loopbackIsLeftAsOthersHadIt() throws Exception {
    TestNamespaces.in(host, "ip", "link", "add", "one", "type", "bridge");
    TestNamespaces.in(host, "ip", "link", "set", "one", "up");
    TestNamespaces.in(host, "sysctl", "-w", "net.ipv4.conf.one.route_localnet=1");
    CniNetworks networks = runtime("one", "10.9.1.0/24");
    attach(networks, "web", namespaces.make("web"), WEB);
    networks.detach("web");
    assertThat(sysctl("net.ipv4.conf.one.route_localnet")).isEqualTo("1");
  }

  @Test
  void aHostPortThatAProcessHasIsRefusedAndOneOfOursIsHeld() throws Exception {
    CniNetworks networks = runtime("one", "10.9.1.0/24");
    Path web = namespaces.make("web");
    try (ServerSocket taken = listen(host, "127.0.0.1", 8080)) {
      assertThat(taken.isBound()).isTrue();
      assertThat(attach(networks, "web", web, WEB))
          .isInstanceOfSatisfying(
              Attached.Failed.class,
              failed ->
                  assertThat(failed.message())
                      .contains("host port 8080/tcp is in use on this machine"));
    }
    assertThat(attach(networks, "web", web, WEB)).isInstanceOf(Attached.Done.class);
    assertThatThrownBy(() -> listen(host, "0.0.0.0", 8080)).hasCauseInstanceOf(BindException.class);
    CniNetworks other = runtime("two", "10.9.2.0/24");
    assertThat(attach(other, "web2", namespaces.make("web2"), WEB))
        .isInstanceOf(Attached.Failed.class);
    PortMapping udp = new PortMapping(Protocol.UDP, 80, 8080, "");
    assertThat(attach(other, "dns", namespaces.make("dns"), udp)).isInstanceOf(Attached.Done.class);
    networks.detach("web");
    listen(host, "0.0.0.0", 8080).close();
    attach(networks, "web", web, WEB);
    networks.close();
    listen(host, "0.0.0.0", 8080).close();
  }

  @Test
  void rulesOfOthersStayAsTheyWere() throws Exception {
    for (String rule :
        List.of(
            "-t filter -N DOCKER-USER",
            "-t filter -A FORWARD -j DOCKER-USER",
            "-t filter -A DOCKER-USER -s 10.7.0.0/16 -j DROP",
            "-t nat -N KUBE-SERVICES",
            "-t nat -A PREROUTING -m comment --comment kubernetes -j KUBE-SERVICES",
            "-t nat -A POSTROUTING -s 172.17.0.0/16 -j MASQUERADE")) {
      iptables(rule);
    }
    List<NfTable.Rule> netavark = foreignTable();
    String before = saved();
    CniNetworks networks = runtime("one", "10.9.1.0/24");
    networks.keepUp(this::open);
    attach(networks, "a", namespaces.make("a"), WEB);
    attach(networks, "b", namespaces.make("b"));
    assertThat(saved()).isEqualTo(before);
    networks.detach("a");
    networks.detach("b");
    networks.collect(Set::of);
    removeBridge("one");
    assertThat(saved()).isEqualTo(before);
    assertThat(rules()).isEqualTo(netavark);
  }

  private void iptables(String rule) throws Exception {
    List<String> words = new ArrayList<>(List.of("iptables-nft"));
    words.addAll(List.of(rule.split(" ")));
    TestNamespaces.in(host, words.toArray(String[]::new));
  }

  private String saved() throws Exception {
    return TestNamespaces.in(host, "iptables-nft-save")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.replaceAll("\\[\\d+:\\d+]", ""))
        .toList()
        .toString();
  }

  private List<NfTable.Rule> foreignTable() {
    try (NetworkNamespace at = open()) {
      at.run(() -> {
        NfTable table = new NfTable(NfTable.Family.BOTH, "netavark");
        List<NfExpression> steps =
            new ArrayList<>(NfExpression.familyOf(IpNetwork.address("10.7.0.0")));
        steps.addAll(NfExpression.toNetwork(IpNetwork.address("10.7.0.0"), 16));
        steps.add(NfExpression.masquerade());
        table.make().chain("postrouting", NfTable.Hook.POSTROUTING);
        table.rule("postrouting", "theirs", steps).rule("postrouting", "theirs too", steps);
        table.commit();
        return table;
      });
    }
    return rules();
  }

  private List<NfTable.Rule> rules() {
    try (NetworkNamespace at = open()) {
      return at.run(() -> new NfTable(NfTable.Family.BOTH, "netavark").rules("postrouting"));
    }
  }
}
