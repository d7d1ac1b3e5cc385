package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.LinuxPodSandboxStatus;
import dev.jubelet.cri.wire.Namespace;
import dev.jubelet.cri.wire.NamespaceOption;
import dev.jubelet.cri.wire.PodIP;
import dev.jubelet.cri.wire.PodSandbox;
import dev.jubelet.cri.wire.PodSandboxMetadata;
import dev.jubelet.cri.wire.PodSandboxNetworkStatus;
import dev.jubelet.cri.wire.PodSandboxState;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Sandboxes as a runtime shows them. */
public final class SandboxMessages {
  private SandboxMessages() {}

  /** A list tells less than a status, and nothing else. */
  public static ObservedSandbox observed(PodSandbox wire) {
    return observed(
        PodSandboxStatus.newBuilder()
            .setId(wire.getId())
            .setMetadata(wire.getMetadata())
            .setStateValue(wire.getStateValue())
            .setCreatedAt(wire.getCreatedAt())
            .setRuntimeHandler(wire.getRuntimeHandler())
            .putAllLabels(wire.getLabelsMap())
            .putAllAnnotations(wire.getAnnotationsMap())
            .build());
  }

  public static ObservedSandbox observed(PodSandboxStatus wire) {
    NamespaceOptions.Mode network =
        NamespaceMessages.mode(wire.getLinux().getNamespaces().getOptions().getNetwork());
    PodSandboxMetadata metadata = wire.getMetadata();
    Map<String, String> labels = wire.getLabelsMap();
    return new ObservedSandbox(
        new SandboxId(wire.getId()),
        PodLabels.orElse(labels, PodLabels.POD_NAME, metadata.getName()),
        PodLabels.orElse(labels, PodLabels.POD_NAMESPACE, metadata.getNamespace()),
        new PodUid(PodLabels.orElse(labels, PodLabels.POD_UID, metadata.getUid())),
        metadata.getAttempt(),
        wire.getState() == PodSandboxState.SANDBOX_READY,
        WireTime.instant(wire.getCreatedAt()),
        network == NamespaceOptions.Mode.NODE ? List.of() : addresses(wire.getNetwork()),
        network,
        wire.getRuntimeHandler(),
        labels,
        wire.getAnnotationsMap());
  }

  private static List<String> addresses(PodSandboxNetworkStatus network) {
    return network.getIp().isEmpty()
        ? List.of()
        : Stream.concat(
                Stream.of(network.getIp()),
                network.getAdditionalIpsList().stream().map(PodIP::getIp))
            .toList();
  }

  public static PodSandbox listed(ObservedSandbox sandbox) {
    return PodSandbox.newBuilder()
        .setId(sandbox.id().value())
        .setMetadata(metadata(sandbox))
        .setState(state(sandbox))
        .setCreatedAt(WireTime.nanos(sandbox.createdAt()))
        .putAllLabels(sandbox.labels())
        .putAllAnnotations(sandbox.annotations())
        .setRuntimeHandler(sandbox.runtimeHandler())
        .build();
  }

  /**
   * @param config with which it was made; it tells of namespaces beside that of the network
   */
  public static PodSandboxStatus status(ObservedSandbox sandbox, Optional<SandboxConfig> config) {
    NamespaceOption.Builder namespaces =
        config
            .map(known -> NamespaceMessages.namespaces(known.security().namespaces()).toBuilder())
            .orElseGet(NamespaceOption::newBuilder)
            .setNetwork(NamespaceMessages.mode(sandbox.network()));
    return PodSandboxStatus.newBuilder()
        .setId(sandbox.id().value())
        .setMetadata(metadata(sandbox))
        .setState(state(sandbox))
        .setCreatedAt(WireTime.nanos(sandbox.createdAt()))
        .setNetwork(network(sandbox.ips()))
        .setLinux(
            LinuxPodSandboxStatus.newBuilder()
                .setNamespaces(Namespace.newBuilder().setOptions(namespaces)))
        .putAllLabels(sandbox.labels())
        .putAllAnnotations(sandbox.annotations())
        .setRuntimeHandler(sandbox.runtimeHandler())
        .build();
  }

  public static PodSandboxMetadata metadata(ObservedSandbox sandbox) {
    return PodSandboxMetadata.newBuilder()
        .setName(sandbox.name())
        .setNamespace(sandbox.namespace())
        .setUid(sandbox.uid().value())
        .setAttempt(sandbox.attempt())
        .build();
  }

  public static PodSandboxState state(ObservedSandbox sandbox) {
    return sandbox.ready() ? PodSandboxState.SANDBOX_READY : PodSandboxState.SANDBOX_NOTREADY;
  }

  private static PodSandboxNetworkStatus network(List<String> ips) {
    PodSandboxNetworkStatus.Builder wire = PodSandboxNetworkStatus.newBuilder();
    ips.stream().limit(1).forEach(wire::setIp);
    ips.stream().skip(1).forEach(ip -> wire.addAdditionalIps(PodIP.newBuilder().setIp(ip)));
    return wire.build();
  }
}
