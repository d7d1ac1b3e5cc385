package dev.jubelet.network.builtin;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.netlink.Addresses;
import dev.jubelet.linux.netlink.Link;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.result.IpNetwork;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** A bridge of the host: how it is made, marked as ours, given addresses and removed. */
public final class HostBridge {
  private static final String BRIDGE = "bridge";
  private static final List<String> FORWARDING =
      List.of("ipv4/ip_forward", "ipv6/conf/all/forwarding");

  private final HostNetwork network;

  HostBridge(HostNetwork network) {
    this.network = network;
  }

  /**
   * Those of a runtime, in the namespace that takes the host's part.
   *
   * @param host opens it; whoever asks closes it
   * @param owner the runtime's directory
   */
  public static HostBridge of(Supplier<NetworkNamespace> host, Path owner) {
    return new HostBridge(new HostNetwork(host, owner));
  }

  Link ensure(NetworkNamespace host, NetlinkSocket socket, BridgeConfig config) {
    Links links = new Links(socket);
    Link bridge =
        links
            .find(config.bridge())
            // One that is down and has no mark may be what a crash has left.
            .filter(there -> there.up() || !there.alias().isEmpty())
            .orElseGet(() -> network.exclusively(() -> made(host, socket, config)));
    if (!bridge.kind().equals(BRIDGE)) {
      throw BuiltIn.failed("\"" + config.bridge() + "\" already exists but is not a bridge");
    }
    if (config.promiscuous()) {
      links.promiscuous(bridge);
    }
    HostNetwork.within(
        host, () -> HostNetwork.trySysctl("ipv6/conf/" + config.bridge() + "/accept_ra", "0"));
    links.up(bridge);
    return links.require(config.bridge());
  }

  private Link made(NetworkNamespace host, NetlinkSocket socket, BridgeConfig config) {
    Links links = new Links(socket);
    boolean fresh = true;
    try {
      links.addBridge(config.bridge(), config.mtu());
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EEXIST);
      fresh = false;
    }
    Link bridge = links.require(config.bridge());
    boolean ours =
        fresh
            || (portsOf(bridge, links.list()).isEmpty()
                && new Addresses(socket).list(bridge).isEmpty());
    if (ours && bridge.kind().equals(BRIDGE) && bridge.alias().isEmpty()) {
      links.setAlias(bridge, marked(host, links.list()).text());
    }
    return bridge;
  }

  /** Forwarding before us is what it was before the first bridge of any of us. */
  private OwnerMark marked(NetworkNamespace host, List<Link> all) {
    String before =
        all.stream()
            .flatMap(link -> OwnerMark.on(link.alias()).stream())
            .map(OwnerMark::forwarding)
            .filter(known -> !known.isEmpty())
            .findFirst()
            .orElseGet(() ->
                host.run(() ->
                    String.join("", FORWARDING.stream().map(HostNetwork::switchAt).toList())));
    return new OwnerMark(network.mark().owner(), before);
  }

  private static List<Link> portsOf(Link bridge, List<Link> all) {
    return all.stream().filter(link -> link.master() == bridge.index()).toList();
  }

  /** Says on a port of ours whose it is. */
  void mark(Links links, Link port) {
    if (!network.mark().sameOwner(port.alias())) {
      links.setAlias(port, network.mark().text());
    }
  }

  static void ensureAddress(
      NetlinkSocket socket, Link bridge, IpNetwork wanted, boolean forceAddress) {
    Addresses addresses = new Addresses(socket);
    for (Addresses.OfLink each : addresses.list(bridge)) {
      IpNetwork has = new IpNetwork(each.address(), each.prefix());
      if (has.equals(wanted)) {
        return;
      }
      boolean family = has.v4() == wanted.v4();
      boolean conflict =
          family
              && (wanted.v4() || has.contains(wanted.address()) || wanted.contains(has.address()));
      if (conflict && !forceAddress) {
        throw BuiltIn.failed(
            "failed to set bridge addr: \""
                + bridge.name()
                + "\" already has an IP address different from "
                + wanted);
      }
      if (conflict) {
        addresses.remove(bridge, has.address(), has.prefix());
      }
    }
    try {
      addresses.add(bridge, wanted.address(), wanted.prefix());
    } catch (LinuxException refused) {
      // Another pod of the same network was faster.
      refused.throwUnless(Errno.EEXIST);
    }
    // An address of its own: otherwise it takes that of a port and changes as ports come and go.
    Links links = new Links(socket);
    links.setMac(bridge, links.require(bridge.name()).mac());
  }

  /**
   * Removes a bridge that nobody needs any more, which CNI never does. One without our mark, or
   * with ports of others on it, stays.
   *
   * @return false when it stays
   */
  public boolean remove(String name) {
    return network.exclusively(() -> {
      try (NetworkNamespace host = network.open();
          NetlinkSocket socket = HostNetwork.routes(host)) {
        Links links = new Links(socket);
        List<Link> all = links.list();
        for (Link bridge : all) {
          if (bridge.name().equals(name)) {
            return removed(host, links, bridge, all);
          }
        }
        return true;
      }
    });
  }

  private boolean removed(NetworkNamespace host, Links links, Link bridge, List<Link> all) {
    boolean ours = bridge.kind().equals(BRIDGE) && network.mark().sameOwner(bridge.alias());
    if (!ours
        || !portsOf(bridge, all).stream()
            .allMatch(port -> network.mark().sameOwner(port.alias()))) {
      return false;
    }
    boolean last =
        all.stream()
            .noneMatch(link -> link.kind().equals(BRIDGE) && link.index() != bridge.index());
    if (last) {
      String before = OwnerMark.on(bridge.alias()).map(OwnerMark::forwarding).orElse("");
      HostNetwork.within(host, () -> stopForwarding(before));
    }
    links.delete(bridge);
    return true;
  }

  /** Whoever else has a bridge, such as Docker, may count on it: then nobody comes here. */
  private static void stopForwarding(String before) {
    for (int i = 0; i < before.length(); i++) {
      if (before.charAt(i) == '0') {
        HostNetwork.trySysctl(FORWARDING.get(i), "0");
      }
    }
  }

  static void forward(boolean v4) {
    HostNetwork.sysctl(FORWARDING.get(v4 ? 0 : 1), "1");
  }
}
