package dev.jubelet.decide.admission;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.stream.Stream;

/** A port of the node belongs to one pod at a time. */
public final class HostPortRule implements AdmissionRule {
  private static final String EVERY_ADDRESS = "0.0.0.0";

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    List<HostPort> taken = admitted.stream().flatMap(HostPortRule::ports).toList();
    boolean clash = ports(candidate).anyMatch(p -> taken.stream().anyMatch(p::clashesWith));
    return clash
        ? AdmissionVerdict.failedPredicate(
            "NodePorts", "node(s) didn't have free ports for the requested pod ports")
        : AdmissionVerdict.ADMITTED;
  }

  /** Plain init containers are left out, since they are gone when the pod is up. */
  private static Stream<HostPort> ports(Pod pod) {
    Stream<Container> sidecars = pod.spec().initContainers().stream().filter(Container::isSidecar);
    return Stream.concat(sidecars, pod.spec().containers().stream())
        .flatMap(c -> c.ports().stream())
        .map(port -> HostPort.of(port, pod.spec().hostNetwork()))
        .filter(port -> port.number > 0);
  }

  private record HostPort(String address, Protocol protocol, int number) {
    /** On the host's network a container's port is the node's, whether it says so or not. */
    static HostPort of(ContainerPort port, boolean hostNetwork) {
      int number = port.hostPort() > 0 || !hostNetwork ? port.hostPort() : port.containerPort();
      return new HostPort(
          port.hostIP().isEmpty() ? EVERY_ADDRESS : port.hostIP(), port.protocol(), number);
    }

    boolean clashesWith(HostPort other) {
      return number == other.number
          && protocol == other.protocol
          && (address.equals(other.address)
              || address.equals(EVERY_ADDRESS)
              || other.address.equals(EVERY_ADDRESS));
    }
  }
}
