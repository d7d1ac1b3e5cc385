package dev.jubelet.network.builtin;

import dev.jubelet.json.Json;
import dev.jubelet.linux.netlink.Addresses;
import dev.jubelet.linux.netlink.Link;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.netlink.Routes;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.plugin.Deadline;
import dev.jubelet.network.plugin.Plugins;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.IpNetwork;
import dev.jubelet.network.result.ResultJson;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/** Connects pods to a bridge of the host. */
final class Bridge extends BuiltIn {
  private static final int POD_INTERFACE = 2;
  private static final Duration PORT_UP = Duration.ofMillis(2550);
  // The kernel tells of a new port within a moment, or not for long.
  private static final long PORT_PAUSE_MIN_NANOS = 100_000;
  private static final long PORT_PAUSE_MAX_NANOS = Duration.ofMillis(5).toNanos();

  private final HostNetwork network;
  private final HostBridge bridges;
  private final Plugins plugins;

  Bridge(HostNetwork network, Plugins plugins) {
    this.network = network;
    this.bridges = new HostBridge(network);
    this.plugins = plugins;
  }

  @Override
  CniResult add(Asked asked) {
    BridgeConfig config = BridgeConfig.read(asked);
    try (NetworkNamespace host = network.open();
        NetlinkSocket hostSocket = HostNetwork.routes(host)) {
      Link bridge = bridges.ensure(host, hostSocket, config);
      try (NetworkNamespace pod = HostNetwork.requirePod(asked.call().netns());
          NetlinkSocket podSocket = HostNetwork.routes(pod)) {
        return orUndone(asked, config, new Places(host, hostSocket, pod, podSocket), bridge);
      }
    }
  }

  /** While the sockets that undoing needs are still open. */
  private CniResult orUndone(Asked asked, BridgeConfig config, Places at, Link bridge) {
    List<Runnable> undo = new ArrayList<>();
    try {
      return connected(asked, config, at, bridge, undo);
    } catch (RuntimeException failed) {
      for (Runnable each : undo.reversed()) {
        try {
          each.run();
        } catch (RuntimeException again) {
          // The first failure is the one to tell.
          failed.addSuppressed(again);
        }
      }
      throw failed;
    }
  }

  private record Places(
      NetworkNamespace host, NetlinkSocket hostSocket, NetworkNamespace pod, NetlinkSocket socket) {
    Links hostLinks() {
      return new Links(hostSocket);
    }
  }

  private CniResult connected(
      Asked asked, BridgeConfig config, Places at, Link bridge, List<Runnable> undo) {
    String device = asked.call().device();
    String far = PodLink.make(at.socket, device, config, at.host);
    undo.add(() -> deleteLink(at.socket, device));
    Links hostLinks = at.hostLinks();
    connectPort(at, config, bridge, far);
    Link own = new Links(at.socket).require(device);
    CniResult given = CniResult.EMPTY;
    if (config.ipam().isEmpty()) {
      new Links(at.socket).up(own);
    } else {
      given = addresses(asked, config);
      undo.add(() -> ipam(asked, config, CniCall.Command.DEL));
      given = withGateways(given, config);
    }
    CniResult.Interface farEnd = new CniResult.Interface(far, hostLinks.require(far).mac(), "");
    if (!config.ipam().isEmpty()) {
      PodLink.configure(at.pod, at.socket, device, given, config.duplicateDetection());
      awaitPort(hostLinks, far);
      if (config.gateway()) {
        becomeGateway(at, hostLinks.require(bridge.name()), config, given);
      }
      if (config.masquerade()) {
        undo.add(() -> unmasquerade(asked));
        masquerade(asked, at.host, given);
      }
    }
    // The first port, or the gateway's address, may have given the bridge another one.
    List<CniResult.Interface> interfaces =
        List.of(
            new CniResult.Interface(bridge.name(), hostLinks.require(bridge.name()).mac(), ""),
            farEnd,
            new CniResult.Interface(device, own.mac(), asked.call().netns()));
    return new CniResult(
        interfaces, given.addresses(), given.routes(), ResultJson.readDns(asked.config()));
  }

  private void connectPort(Places at, BridgeConfig config, Link bridge, String far) {
    Links links = at.hostLinks();
    Link port = links.require(far);
    bridges.mark(links, port);
    links.up(port);
    HostNetwork.within(
        at.host, () -> HostNetwork.trySysctl("ipv6/conf/" + far + "/accept_ra", "0"));
    if (port.master() != bridge.index()) {
      links.setMaster(port, bridge);
    }
    links.setHairpin(port, config.hairpin());
  }

  private static void masquerade(Asked asked, NetworkNamespace host, CniResult given) {
    List<IpNetwork> pods = given.addresses().stream().map(CniResult.Address::network).toList();
    CniCall call = asked.call();
    HostNetwork.within(
        host, () -> Masquerade.add(pods, asked.network(), call.device(), call.containerId()));
  }

  private CniResult addresses(Asked asked, BridgeConfig config) {
    CniResult given = ResultJson.read(Json.object(ipam(asked, config, CniCall.Command.ADD)));
    if (given.addresses().isEmpty()) {
      throw failed("IPAM plugin returned missing IP config");
    }
    return given;
  }

  private String ipam(Asked asked, BridgeConfig config, CniCall.Command command) {
    return plugins.find(config.ipam()).call(asked.call().as(command), asked.deadline());
  }

  private static CniResult withGateways(CniResult given, BridgeConfig config) {
    List<CniResult.Address> addresses = new ArrayList<>();
    List<CniResult.Route> routes = new ArrayList<>(given.routes());
    List<Boolean> defaults = new ArrayList<>();
    for (CniResult.Address each : given.addresses()) {
      Optional<InetAddress> gateway = each.gateway();
      if (gateway.isEmpty() && config.gateway()) {
        gateway = Optional.of(IpNetwork.plus(each.network().base(), 1));
      }
      boolean v4 = each.network().v4();
      IpNetwork everywhere = IpNetwork.parse(v4 ? "0.0.0.0/0" : "::/0");
      if (config.defaultGateway() && !defaults.contains(v4)) {
        defaults.add(v4);
        boolean there =
            routes.stream()
                .anyMatch(
                    route -> route.gateway().isPresent() && route.destination().equals(everywhere));
        if (!there) {
          routes.add(new CniResult.Route(everywhere, gateway));
        }
      }
      addresses.add(new CniResult.Address(OptionalInt.of(POD_INTERFACE), each.network(), gateway));
    }
    return new CniResult(List.of(), addresses, routes, given.dns());
  }

  private static void awaitPort(Links links, String name) {
    Deadline deadline = Deadline.in(PORT_UP);
    long pause = PORT_PAUSE_MIN_NANOS;
    while (links.require(name).operation() != Link.Operation.UP) {
      if (deadline.over()) {
        throw failed("bridge port in error state: " + links.require(name).operation());
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, PORT_PAUSE_MAX_NANOS);
    }
  }

  private static void becomeGateway(Places at, Link bridge, BridgeConfig config, CniResult given) {
    for (CniResult.Address each : given.addresses()) {
      each.gateway()
          .map(address -> new IpNetwork(address, each.network().prefix()))
          .ifPresent(address ->
              HostBridge.ensureAddress(at.hostSocket, bridge, address, config.forceAddress()));
    }
    HostNetwork.within(
        at.host, () -> given.addresses().forEach(each -> HostBridge.forward(each.network().v4())));
  }

  private static void deleteLink(NetlinkSocket socket, String device) {
    Links links = new Links(socket);
    links.find(device).ifPresent(links::delete);
  }

  private void unmasquerade(Asked asked) {
    network.change(() ->
        Masquerade.remove(asked.network(), asked.call().device(), asked.call().containerId()));
  }

  /** Puts back what went: the bridge, the pod's way to it, its addresses and rules. */
  @Override
  void mend(Asked asked) {
    BridgeConfig config = BridgeConfig.read(asked);
    CniResult made = asked.previous().orElseThrow(() -> failed("Required prevResult missing"));
    Optional<NetworkNamespace> pod = HostNetwork.pod(asked.call().netns());
    if (pod.isEmpty()) {
      return;
    }
    try (NetworkNamespace host = network.open();
        NetlinkSocket hostSocket = HostNetwork.routes(host);
        NetworkNamespace inside = pod.get();
        NetlinkSocket socket = HostNetwork.routes(inside)) {
      Places at = new Places(host, hostSocket, inside, socket);
      Link bridge = bridges.ensure(host, hostSocket, config);
      mendPort(asked, config, at, bridge, made);
      if (config.gateway()) {
        becomeGateway(at, at.hostLinks().require(bridge.name()), config, made);
      }
      if (config.masquerade()) {
        masquerade(asked, host, made);
      }
    }
  }

  private void mendPort(Asked asked, BridgeConfig config, Places at, Link bridge, CniResult made) {
    String device = asked.call().device();
    Links inside = new Links(at.socket);
    Optional<Link> own = inside.find(device);
    Optional<Link> port = own.flatMap(link -> at.hostLinks().find(link.peer()));
    if (port.isPresent()) {
      connectPort(at, config, bridge, port.get().name());
      return;
    }
    own.ifPresent(inside::delete);
    PodLink.remake(at.socket, device, config, at.host, made);
    connectPort(at, config, bridge, PodLink.farEnd(made, bridge.name()));
    PodLink.configure(at.pod, at.socket, device, made, config.duplicateDetection());
  }

  @Override
  void delete(Asked asked) {
    BridgeConfig config = BridgeConfig.read(asked);
    Optional<NetworkNamespace> pod = HostNetwork.pod(asked.call().netns());
    if (pod.isPresent()) {
      try (NetworkNamespace namespace = pod.get();
          NetlinkSocket socket = HostNetwork.routes(namespace)) {
        deleteLink(socket, asked.call().device());
      }
    } else {
      asked.previous().ifPresent(this::deleteFarEnd);
    }
    if (!config.ipam().isEmpty()) {
      String _ = ipam(asked, config, CniCall.Command.DEL);
    }
    if (config.masquerade()) {
      unmasquerade(asked);
    }
  }

  /** A namespace without a name may live on in some process, and the link with it. */
  private void deleteFarEnd(CniResult made) {
    try (NetworkNamespace host = network.open();
        NetlinkSocket socket = HostNetwork.routes(host)) {
      Links links = new Links(socket);
      for (CniResult.Interface each : made.interfaces()) {
        if (each.sandbox().isEmpty() && each.name().startsWith("veth")) {
          links
              .find(each.name())
              .filter(link -> link.kind().equals("veth") && link.mac().equals(each.mac()))
              .ifPresent(links::delete);
        }
      }
    }
  }

  @Override
  void check(Asked asked) {
    BridgeConfig config = BridgeConfig.read(asked);
    CniResult made = asked.previous().orElseThrow(() -> failed("Required prevResult missing"));
    try (NetworkNamespace host = network.open();
        NetlinkSocket hostSocket = HostNetwork.routes(host);
        NetworkNamespace pod = HostNetwork.requirePod(asked.call().netns());
        NetlinkSocket socket = HostNetwork.routes(pod)) {
      Link bridge = new Links(hostSocket).require(config.bridge());
      Link own = new Links(socket).require(asked.call().device());
      Link port =
          new Links(hostSocket)
              .find(own.peer())
              .orElseThrow(() -> failed("the far end of " + own.name() + " is gone"));
      if (port.master() != bridge.index()) {
        throw failed(port.name() + " is not connected to " + bridge.name());
      }
      List<Addresses.OfLink> has = new Addresses(socket).list(own);
      for (CniResult.Address each : made.addresses()) {
        if (has.stream().noneMatch(one -> one.address().equals(each.network().address()))) {
          throw failed(own.name() + " has lost its address " + each.network());
        }
      }
      Routes routes = new Routes(socket);
      for (CniResult.Route each : made.routes()) {
        if (!routes.has(own, each.destination().base(), each.destination().prefix())) {
          throw failed(own.name() + " has lost its route to " + each.destination());
        }
      }
    }
    if (!config.ipam().isEmpty()) {
      String _ = ipam(asked, config, CniCall.Command.CHECK);
    }
  }

  @Override
  void collect(Asked asked) {
    BridgeConfig config = BridgeConfig.read(asked);
    network.change(() -> Masquerade.keepOnly(asked.network(), living(asked)));
    if (!config.ipam().isEmpty()) {
      String _ = ipam(asked, config, CniCall.Command.GC);
    }
  }

  @Override
  void status(Asked asked) {
    BridgeConfig config = BridgeConfig.read(asked);
    if (!config.ipam().isEmpty()) {
      try {
        String _ = ipam(asked, config, CniCall.Command.STATUS);
      } catch (CniFailure notYet) {
        throw notYet.from("ipam " + config.ipam());
      }
    }
  }
}
