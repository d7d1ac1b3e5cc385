package dev.jubelet.decide.admission;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.HttpGetAction;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.container.handler.TcpSocketAction;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Probes and hooks are called by the node, from its own network: a host that the pod chooses may be
 * one that only the node can reach. Where the operator forbids it, only pods that are on the node's
 * network anyway may name a host, and only the node itself.
 */
public final class HandlerHostRule implements AdmissionRule {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "::1", "localhost");

  private final boolean allowed;

  /**
   * @param allowed as in Kubernetes
   */
  public HandlerHostRule(boolean allowed) {
    this.allowed = allowed;
  }

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    if (allowed) {
      return AdmissionVerdict.ADMITTED;
    }
    boolean onNode = candidate.spec().hostNetwork();
    return candidate
        .spec()
        .allContainers()
        .flatMap(container -> foreign(container, onNode).stream())
        .findFirst()
        .<AdmissionVerdict>map(why -> new AdmissionVerdict.Rejected("ProbeHostForbidden", why))
        .orElse(AdmissionVerdict.ADMITTED);
  }

  private static Optional<String> foreign(Container container, boolean onNode) {
    return hosts(container)
        .filter(host -> !host.isEmpty() && !(onNode && LOOPBACK.contains(host)))
        .findFirst()
        .map(host ->
            ("a probe or hook of container %s names the host \"%s\", which this node forbids:"
                    + " leave out host, then the pod's own address is used")
                .formatted(container.name(), host));
  }

  private static Stream<String> hosts(Container container) {
    Stream<Probe> probes =
        Stream.of(
                Stream.ofNullable(container.livenessProbe()),
                Stream.ofNullable(container.readinessProbe()),
                Stream.ofNullable(container.startupProbe()))
            .flatMap(each -> each);
    return Stream.concat(
        probes.flatMap(probe -> hosts(probe.httpGet(), probe.tcpSocket())),
        hooks(container.lifecycle()).flatMap(hook -> hosts(hook.httpGet(), hook.tcpSocket())));
  }

  private static Stream<LifecycleHandler> hooks(@Nullable Lifecycle lifecycle) {
    return lifecycle == null
        ? Stream.empty()
        : Stream.concat(
            Stream.ofNullable(lifecycle.postStart()), Stream.ofNullable(lifecycle.preStop()));
  }

  private static Stream<String> hosts(@Nullable HttpGetAction http, @Nullable TcpSocketAction tcp) {
    return Stream.concat(
        Stream.ofNullable(http).map(HttpGetAction::host),
        Stream.ofNullable(tcp).map(TcpSocketAction::host));
  }
}
