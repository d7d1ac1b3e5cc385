package dev.jubelet.codec.rules;

import dev.jubelet.model.container.ContainerPort;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ports of containers. */
final class PortRules {
  private PortRules() {}

  static void check(List<ContainerPort> ports, boolean hostNetwork, FieldCheck path) {
    Set<String> names = new HashSet<>();
    path.each(
        ports,
        (port, at) -> {
          FieldCheck name = at.child("name");
          name.optional(port.name(), Grammar::portName);
          if (!port.name().isEmpty() && !names.add(port.name())) {
            name.duplicate(port.name());
          }
          number(port.containerPort(), at.child("containerPort"));
          if (port.containerPort() == 0) {
            at.child("containerPort").required();
          }
          number(port.hostPort(), at.child("hostPort"));
          if (hostNetwork && port.hostPort() != port.containerPort()) {
            at.child("hostPort")
                .invalid(port.hostPort(), "must be the containerPort with hostNetwork");
          }
          at.child("hostIP").optional(port.hostIP(), Grammar::ip);
        });
  }

  private static void number(int port, FieldCheck at) {
    if (port != 0) {
      at.grammar(port, Grammar::port);
    }
  }

  /** Host ports are shared by all that run at the same time, which {@code taken} collects. */
  static void hostPorts(List<ContainerPort> ports, Set<String> taken, FieldCheck path) {
    path.each(
        ports,
        (port, at) -> {
          String key = port.protocol().wire() + "/" + port.hostIP() + "/" + port.hostPort();
          if (port.hostPort() != 0 && !taken.add(key)) {
            at.child("hostPort").duplicate(key);
          }
        });
  }
}
