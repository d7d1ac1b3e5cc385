package dev.jubelet.network.builtin;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.netlink.Addresses;
import dev.jubelet.linux.netlink.Link;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.netlink.Routes;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.plugin.Deadline;
import dev.jubelet.network.result.CniResult;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A pod's end of a veth: how it is made, and how it gets addresses and routes. */
final class PodLink {
  private static final int NAME_ATTEMPTS = 10;
  private static final Duration SETTLED = Duration.ofSeconds(10);
  private static final long SETTLE_PAUSE_NANOS = Duration.ofMillis(5).toNanos();
  private static final SecureRandom RANDOM = new SecureRandom();

  private PodLink() {}

  /** Makes both ends, and answers the name of the far one. */
  static String make(NetlinkSocket pod, String device, BridgeConfig config, NetworkNamespace host) {
    Links links = new Links(pod);
    for (int attempt = 1; ; attempt++) {
      String far = "veth%08x".formatted(RANDOM.nextInt());
      try {
        links.addVeth(device, config.mtu(), config.mac(), far, host);
        return far;
      } catch (LinuxException refused) {
        if (refused.errno() != Errno.EEXIST) {
          throw BuiltIn.failed("failed to make veth pair: " + refused.getMessage());
        }
        if (attempt == NAME_ATTEMPTS || links.find(device).isPresent()) {
          throw BuiltIn.failed("container veth name provided (" + device + ") already exists");
        }
      }
    }
  }

  /**
   * Makes it anew as it was: with the same address of the link and the same name of the far end.
   */
  static void remake(
      NetlinkSocket pod,
      String device,
      BridgeConfig config,
      NetworkNamespace host,
      CniResult made) {
    String mac =
        made.interfaces().stream()
            .filter(each -> !each.sandbox().isEmpty() && each.name().equals(device))
            .map(CniResult.Interface::mac)
            .findFirst()
            .orElse(config.mac());
    new Links(pod).addVeth(device, config.mtu(), mac, farEnd(made, config.bridge()), host);
  }

  /** The name of the port that a result tells of. */
  static String farEnd(CniResult made, String bridge) {
    return made.interfaces().stream()
        .filter(each -> each.sandbox().isEmpty() && !each.name().equals(bridge))
        .map(CniResult.Interface::name)
        .findFirst()
        .orElseThrow(() -> BuiltIn.failed("the result of ADD names no port"));
  }

  static void configure(
      NetworkNamespace pod,
      NetlinkSocket socket,
      String device,
      CniResult result,
      boolean duplicateDetection) {
    boolean v6 = result.addresses().stream().anyMatch(each -> !each.network().v4());
    HostNetwork.within(
        pod,
        () -> {
          HostNetwork.trySysctl(
              "ipv6/conf/" + device + "/accept_dad", duplicateDetection ? "1" : "0");
          HostNetwork.trySysctl("ipv4/conf/" + device + "/arp_notify", "1");
          if (v6) {
            HostNetwork.sysctl("ipv6/conf/lo/disable_ipv6", "0");
            HostNetwork.sysctl("ipv6/conf/" + device + "/disable_ipv6", "0");
          }
        });
    Links links = new Links(socket);
    Link link = links.require(device);
    Addresses addresses = new Addresses(socket);
    InetAddress gateway = null;
    InetAddress gateway6 = null;
    for (CniResult.Address each : result.addresses()) {
      addresses.add(link, each.network().address(), each.network().prefix());
      InetAddress via = each.gateway().orElse(null);
      if (via != null && via.getAddress().length == 4) {
        gateway = gateway == null ? via : gateway;
      } else if (via != null) {
        gateway6 = gateway6 == null ? via : gateway6;
      }
    }
    links.up(link);
    if (v6) {
      settle(addresses, link);
    }
    Routes routes = new Routes(socket);
    for (CniResult.Route each : result.routes()) {
      routes.add(link, route(each, each.destination().v4() ? gateway : gateway6));
    }
  }

  private static Routes.Route route(CniResult.Route route, @Nullable InetAddress gateway) {
    return new Routes.Route(
        route.destination().base(),
        route.destination().prefix(),
        route.gateway().isPresent() ? route.gateway().get() : gateway,
        route.mtu(),
        route.advmss(),
        route.priority(),
        route.table().orElse(0),
        route.scope().orElse(-1));
  }

  /** The kernel takes a route by an address only when it is sure of the address. */
  private static void settle(Addresses addresses, Link link) {
    Deadline deadline = Deadline.in(SETTLED);
    while (!addresses.list(link).stream().allMatch(Addresses.OfLink::settled)) {
      if (deadline.over()) {
        return;
      }
      LockSupport.parkNanos(SETTLE_PAUSE_NANOS);
    }
  }
}
