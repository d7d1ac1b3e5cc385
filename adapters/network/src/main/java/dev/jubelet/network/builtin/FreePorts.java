package dev.jubelet.network.builtin;

import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.result.IpNetwork;
import java.util.List;

/** Looks whether host ports are free, for a runtime that would take them from whoever has them. */
public final class FreePorts {
  private FreePorts() {}

  /**
   * In the network namespace of the calling thread.
   *
   * @throws CniFailure that names the port which a process has
   */
  public static void require(List<PortMapping> ports) {
    List<HostPorts.Mapping> wanted =
        ports.stream()
            .filter(port -> port.hostPort() > 0)
            .map(port ->
                new HostPorts.Mapping(
                    port.hostPort(), port.containerPort(), number(port), port.hostIp()))
            .toList();
    new HeldPorts(0).hold("", wanted, List.of(IpNetwork.address("0.0.0.0")));
  }

  private static int number(PortMapping port) {
    return switch (port.protocol()) {
      case TCP -> HostPorts.TCP;
      case UDP -> HostPorts.UDP;
      case SCTP -> HostPorts.SCTP;
    };
  }
}
