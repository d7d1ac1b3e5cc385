package dev.jubelet.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.linux.file.FileLock;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.netlink.Addresses;
import dev.jubelet.linux.netlink.Link;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.netlink.NfExpression;
import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.linux.netlink.Routes;
import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.testkit.Needed;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In network namespaces of its own. */
@Timeout(60)
final class NetlinkTest {
  private static final InetAddress ADDRESS = InetAddress.ofLiteral("10.7.0.1");
  private static final InetAddress ADDRESS_6 = InetAddress.ofLiteral("fd00:7::1");

  @TempDir Path temp;
  private Path hostPath;
  private Path podPath;

  @BeforeEach
  void makeNamespaces() throws Exception {
    Needed.root();
    hostPath = temp.resolve("host");
    podPath = temp.resolve("pod");
    Namespaces.create(Map.of(Namespaces.Kind.NETWORK, hostPath), () -> hostPath);
    Namespaces.create(Map.of(Namespaces.Kind.NETWORK, podPath), () -> podPath);
  }

  @AfterEach
  void removeNamespaces() throws Exception {
    if (hostPath != null) {
      Namespaces.remove(hostPath);
      Namespaces.remove(podPath);
    }
  }

  private static NetlinkSocket route(NetworkNamespace namespace) {
    return namespace.run(() -> new NetlinkSocket(NetlinkSocket.ROUTE));
  }

  @Test
  void aNewNamespaceHasOnlyALoopbackThatIsDown() {
    try (NetworkNamespace pod = NetworkNamespace.open(podPath);
        NetlinkSocket socket = route(pod)) {
      assertThat(new Links(socket).list())
          .singleElement()
          .satisfies(link -> {
            assertThat(link.name()).isEqualTo("lo");
            assertThat(link.up()).isFalse();
          });
    }
  }

  @Test
  void connectsTwoNamespacesByABridgeAndAVeth() {
    try (NetworkNamespace host = NetworkNamespace.open(hostPath);
        NetworkNamespace pod = NetworkNamespace.open(podPath);
        NetlinkSocket hostSocket = route(host);
        NetlinkSocket podSocket = route(pod)) {
      Links hostLinks = new Links(hostSocket);
      Links podLinks = new Links(podSocket);
      hostLinks.addBridge("br0", 1400);
      Link bridge = hostLinks.require("br0");
      assertThat(bridge.kind()).isEqualTo("bridge");
      assertThat(bridge.mtu()).isEqualTo(1400);
      podLinks.addVeth("eth0", 1400, "02:00:00:00:00:07", "veth7", host);
      Link end = podLinks.require("eth0");
      Link peer = hostLinks.require("veth7");
      assertThat(end.mac()).isEqualTo("02:00:00:00:00:07");
      assertThat(end.peer()).isEqualTo(peer.index());
      hostLinks.setMaster(peer, bridge);
      hostLinks.setHairpin(peer, true);
      hostLinks.promiscuous(bridge);
      hostLinks.up(bridge);
      hostLinks.up(peer);
      podLinks.up(end);
      assertThat(hostLinks.require("veth7").master()).isEqualTo(bridge.index());
      new Addresses(podSocket).add(end, ADDRESS, 24);
      new Addresses(podSocket).add(end, ADDRESS_6, 64);
      assertThat(new Addresses(podSocket).list(end))
          .extracting(Addresses.OfLink::address)
          .contains(ADDRESS, ADDRESS_6);
      Routes routes = new Routes(podSocket);
      InetAddress any = InetAddress.ofLiteral("0.0.0.0");
      routes.add(
          end, new Routes.Route(any, 0, InetAddress.ofLiteral("10.7.0.9"), 1300, 0, 0, 0, -1));
      assertThat(routes.has(end, any, 0)).isTrue();
      assertThat(routes.has(end, InetAddress.ofLiteral("::"), 0)).isFalse();
      podLinks.delete(end);
      podLinks.delete(end);
      assertThat(hostLinks.find("veth7")).isEmpty();
      assertThat(hostLinks.find(peer.index())).isEmpty();
    }
  }

  @Test
  void errorsCarryNumberMeaningAndTheKernelsReason() {
    try (NetworkNamespace host = NetworkNamespace.open(hostPath);
        NetlinkSocket socket = route(host)) {
      Links links = new Links(socket);
      links.addBridge("br0", 0);
      LinuxException twice =
          catchThrowableOfType(LinuxException.class, () -> links.addBridge("br0", 0));
      assertThat(twice.errno()).isEqualTo(Errno.EEXIST);
      assertThat(twice).hasMessageContaining("add bridge br0").hasMessageContaining("EEXIST");
      Link lo = links.require("lo");
      LinuxException unreachable =
          catchThrowableOfType(
              LinuxException.class,
              () ->
                  new Routes(socket)
                      .add(
                          lo,
                          new Routes.Route(
                              InetAddress.ofLiteral("10.1.0.0"),
                              16,
                              InetAddress.ofLiteral("10.2.0.1"),
                              0,
                              0,
                              0,
                              0,
                              -1)));
      assertThat(unreachable.errno()).isEqualTo(Errno.ENETUNREACH);
      assertThat(unreachable).hasMessageContaining("Nexthop has invalid gateway");
      assertThat(links.require("br0").index()).isPositive();
    }
  }

  @Test
  void aBatchOfRulesIsDoneWhollyOrNotAtAll() {
    try (NetworkNamespace host = NetworkNamespace.open(hostPath)) {
      host.run(() -> {
        table().make().chain("c").chain("post", NfTable.Hook.POSTROUTING).commit();
        table().rule("c", "first", masquerading()).rule("c", "second", masquerading()).commit();
        List<NfTable.Rule> rules = table().rules("c");
        assertThat(rules).extracting(NfTable.Rule::comment).containsExactly("first", "second");
        LinuxException refused =
            catchThrowableOfType(
                LinuxException.class,
                () ->
                    table()
                        .rule("c", "third", masquerading())
                        .rule("absent", "x", masquerading())
                        .commit());
        assertThat(refused.errno()).isEqualTo(Errno.ENOENT);
        assertThat(table().rules("c")).hasSize(2);
        table().remove("c", rules.getFirst()).commit();
        assertThat(table().rules("c")).extracting(NfTable.Rule::comment).containsExactly("second");
        table().flush("c").commit();
        assertThat(table().rules("c")).isEmpty();
        assertThat(new NfTable(NfTable.Family.IPV4, "absent").rules("c")).isEmpty();
        return true;
      });
    }
  }

  private static NfTable table() {
    return new NfTable(NfTable.Family.BOTH, "t");
  }

  private static List<NfExpression> masquerading() {
    List<NfExpression> steps = new ArrayList<>(NfExpression.familyOf(ADDRESS));
    steps.addAll(NfExpression.from(ADDRESS));
    steps.addAll(NfExpression.notToNetwork(InetAddress.ofLiteral("10.7.0.0"), 24));
    steps.add(NfExpression.masquerade());
    return steps;
  }

  @Test
  void aFileLockKeepsOthersOutUntilItsDeadline() throws Exception {
    Path file = temp.resolve("lock");
    try (FileLock _ = FileLock.take(file, Duration.ofSeconds(1))) {
      LinuxException refused =
          catchThrowableOfType(
              LinuxException.class, () -> FileLock.take(file, Duration.ofMillis(20)));
      assertThat(refused.errno()).isEqualTo(Errno.EAGAIN);
      Process other = new ProcessBuilder("flock", "--nonblock", file.toString(), "true").start();
      assertThat(other.waitFor()).isEqualTo(1);
    }
    try (FileLock _ = FileLock.take(file, Duration.ofSeconds(1))) {
      assertThat(Files.exists(file)).isTrue();
    }
  }
}
