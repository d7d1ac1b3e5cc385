package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.container.ContainerPort;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ports of containers. */
final class PortRules {
  private PortRules() {}

  static void check(
      List<ContainerPort> ports, boolean hostNetwork, FieldPath path, Findings findings) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < ports.size(); i++) {
      ContainerPort port = ports.get(i);
      FieldPath at = path.index(i);
      if (!port.name().isEmpty()) {
        findings.grammar(at.child("name"), port.name(), Grammar.portName(port.name()));
        if (!names.add(port.name())) {
          findings.duplicate(at.child("name"), port.name());
        }
      }
      number(port.containerPort(), at.child("containerPort"), findings);
      if (port.containerPort() == 0) {
        findings.required(at.child("containerPort"));
      }
      number(port.hostPort(), at.child("hostPort"), findings);
      if (hostNetwork && port.hostPort() != port.containerPort()) {
        findings.invalid(
            at.child("hostPort"), port.hostPort(), "must be the containerPort with hostNetwork");
      }
      if (!port.hostIP().isEmpty()) {
        findings.grammar(at.child("hostIP"), port.hostIP(), Grammar.ip(port.hostIP()));
      }
    }
  }

  private static void number(int port, FieldPath path, Findings findings) {
    if (port != 0) {
      Grammar.port(port).ifPresent(why -> findings.invalid(path, port, why));
    }
  }

  /** Host ports are shared by all that run at the same time, which {@code taken} collects. */
  static void hostPorts(
      List<ContainerPort> ports, Set<String> taken, FieldPath path, Findings findings) {
    for (int i = 0; i < ports.size(); i++) {
      ContainerPort port = ports.get(i);
      String key = port.protocol().wire() + "/" + port.hostIP() + "/" + port.hostPort();
      if (port.hostPort() != 0 && !taken.add(key)) {
        findings.duplicate(path.index(i).child("hostPort"), key);
      }
    }
  }
}
