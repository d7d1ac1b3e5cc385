package dev.jubelet.network.builtin;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.netlink.Routes;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.IpNetwork;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** Leads ports of the host to pods, by nftables. */
final class PortMap extends BuiltIn implements AutoCloseable {
  private final HostNetwork network;
  private final HeldPorts held = new HeldPorts();

  PortMap(HostNetwork network) {
    this.network = network;
  }

  private record Config(List<HostPorts.Mapping> ports, boolean snat) {
    static Config read(Asked asked) {
      for (String name : List.of("conditionsV4", "conditionsV6")) {
        if (!Json.listOf(asked.config(), name).isEmpty()) {
          throw new CniFailure(
              CniFailure.UNSUPPORTED_FIELD,
              name
                  + " is not supported by the built-in portmap: have the program of the plugin"
                  + " called with --cni-plugins=programs",
              "");
        }
      }
      List<HostPorts.Mapping> ports = new ArrayList<>();
      for (Node.Fields each : Json.objectsOf(asked.inner("runtimeConfig"), "portMappings")) {
        ports.add(HostPorts.Mapping.read(each));
      }
      return new Config(ports, Json.boolOf(asked.config(), "snat", true));
    }
  }

  @Override
  CniResult add(Asked asked) {
    CniResult made = asked.previous().orElseThrow(() -> failed("must be called as chained plugin"));
    Config config = Config.read(asked);
    if (!config.ports.isEmpty()) {
      List<InetAddress> pods = pods(asked, made);
      hold(asked, config, pods);
      lead(asked, config, pods);
    }
    return made;
  }

  private void hold(Asked asked, Config config, List<InetAddress> pods) {
    network.change(() -> held.hold(asked.call().containerId(), config.ports, pods));
  }

  private void lead(Asked asked, Config config, List<InetAddress> pods) {
    String id = asked.call().containerId();
    for (InetAddress pod : pods) {
      network.change(() -> HostPorts.of(pod).add(pod, config.ports, config.snat, id));
      if (config.snat && pod.getAddress().length == 4) {
        letLoopbackThrough(pod, id);
      }
    }
  }

  /** The rules come back in any case; whoever took the port meanwhile is told of. */
  @Override
  void mend(Asked asked) {
    Config config = Config.read(asked);
    if (!config.ports.isEmpty()) {
      CniResult made = asked.previous().orElseThrow(() -> failed("Required prevResult missing"));
      List<InetAddress> pods = pods(asked, made);
      lead(asked, config, pods);
      hold(asked, config, pods);
    }
  }

  /** The first of each family that the pod's interface has. */
  private static List<InetAddress> pods(Asked asked, CniResult made) {
    List<InetAddress> pods = new ArrayList<>();
    for (CniResult.Address each : made.addresses()) {
      int index = each.device().orElse(-1);
      boolean known = index >= 0 && index < made.interfaces().size();
      boolean other =
          known
              && (!made.interfaces().get(index).name().equals(asked.call().device())
                  || made.interfaces().get(index).sandbox().isEmpty());
      boolean first =
          pods.stream()
              .noneMatch(has -> IpNetwork.bits(has) == IpNetwork.bits(each.network().address()));
      if (first && !other) {
        pods.add(each.network().address());
      }
    }
    return pods;
  }

  /** So that a process of the host reaches a pod by 127.0.0.1 and the host's port. */
  private void letLoopbackThrough(InetAddress pod, String container) {
    try (NetworkNamespace host = network.open();
        NetlinkSocket socket = HostNetwork.routes(host)) {
      int index = new Routes(socket).linkTowards(pod);
      new Links(socket)
          .find(index)
          .ifPresent(link -> alone(host, () -> LoopbackDoor.open(link.name(), container)));
    }
  }

  private void alone(NetworkNamespace host, Runnable work) {
    Object _ =
        network.exclusively(() -> {
          HostNetwork.within(host, work);
          return work;
        });
  }

  /** Whether or not it is told which: the rules know whose they are. */
  @Override
  void delete(Asked asked) {
    String id = asked.call().containerId();
    try (NetworkNamespace host = network.open()) {
      HostNetwork.within(
          host,
          () -> HostPorts.FAMILIES.forEach(family -> new HostPorts(family).remove(id::equals)));
      if (host.run(() -> LoopbackDoor.isOpenFor(id))) {
        alone(host, () -> LoopbackDoor.close(id));
      }
    }
    held.release(id);
  }

  /** The rules stay, and with them the ports of pods; who comes after us holds them again. */
  @Override
  public void close() {
    held.close();
  }

  @Override
  void check(Asked asked) {
    CniResult made = asked.previous().orElseThrow(() -> failed("Required prevResult missing"));
    Config config = Config.read(asked);
    for (InetAddress pod : pods(asked, made)) {
      boolean there =
          network.run(() -> HostPorts.of(pod).has(pod, config.ports, asked.call().containerId()));
      if (!there) {
        throw failed("host ports of " + IpNetwork.text(pod) + " are missing");
      }
    }
  }
}
