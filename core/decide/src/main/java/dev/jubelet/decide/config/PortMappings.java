package dev.jubelet.decide.config;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.PortMapping;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The ports of a pod's main containers. Those without a host port are told too: what to do with
 * them is the runtime's business.
 */
final class PortMappings {
  private PortMappings() {}

  static List<PortMapping> of(Pod pod) {
    List<PortMapping> mappings = new ArrayList<>();
    for (Container container : pod.spec().containers()) {
      Set<String> seen = new HashSet<>();
      for (ContainerPort port : container.ports()) {
        if (seen.add(key(port))) {
          mappings.add(
              new PortMapping(
                  port.protocol(), port.containerPort(), port.hostPort(), port.hostIP()));
        }
      }
    }
    return mappings;
  }

  /** The same name twice in a container is one port, as is the same port without a name. */
  private static String key(ContainerPort port) {
    if (!port.name().isEmpty()) {
      return port.name();
    }
    String address = port.protocol().wire() + "-" + port.hostIP();
    return "-" + address + ":" + port.containerPort() + ":" + port.hostPort();
  }
}
