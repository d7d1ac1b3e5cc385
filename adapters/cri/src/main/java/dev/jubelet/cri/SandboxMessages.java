package dev.jubelet.cri;

import dev.jubelet.cri.wire.DNSConfig;
import dev.jubelet.cri.wire.LinuxPodSandboxConfig;
import dev.jubelet.cri.wire.PodIP;
import dev.jubelet.cri.wire.PodSandbox;
import dev.jubelet.cri.wire.PodSandboxConfig;
import dev.jubelet.cri.wire.PodSandboxMetadata;
import dev.jubelet.cri.wire.PodSandboxNetworkStatus;
import dev.jubelet.cri.wire.PodSandboxState;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.DnsSettings;
import dev.jubelet.model.runtime.LinuxResources;
import dev.jubelet.model.runtime.NamespaceOptions;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PortMapping;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.model.runtime.SandboxId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sandboxes in our words and in those of CRI. */
final class SandboxMessages {
  private SandboxMessages() {}

  static PodSandboxConfig config(SandboxConfig config) {
    PodSandboxConfig.Builder wire =
        PodSandboxConfig.newBuilder()
            .setMetadata(
                PodSandboxMetadata.newBuilder()
                    .setName(config.name())
                    .setUid(config.uid())
                    .setNamespace(config.namespace())
                    .setAttempt(config.attempt()))
            .setHostname(config.hostname())
            .setLogDirectory(config.logDirectory())
            .setDnsConfig(dns(config.dns()))
            .putAllLabels(config.labels())
            .putAllAnnotations(config.annotations())
            .setLinux(linux(config));
    for (PortMapping mapping : config.portMappings()) {
      wire.addPortMappings(
          dev.jubelet.cri.wire.PortMapping.newBuilder()
              .setProtocol(protocol(mapping.protocol()))
              .setContainerPort(mapping.containerPort())
              .setHostPort(mapping.hostPort())
              .setHostIp(mapping.hostIp()));
    }
    return wire.build();
  }

  private static DNSConfig dns(DnsSettings dns) {
    return DNSConfig.newBuilder()
        .addAllServers(dns.servers())
        .addAllSearches(dns.searches())
        .addAllOptions(dns.options())
        .build();
  }

  private static LinuxPodSandboxConfig linux(SandboxConfig config) {
    LinuxPodSandboxConfig.Builder linux =
        LinuxPodSandboxConfig.newBuilder()
            .setCgroupParent(config.cgroupParent())
            .setSecurityContext(SecurityMessages.sandbox(config.security()))
            .putAllSysctls(config.sysctls());
    LinuxResources overhead = config.overhead();
    if (overhead != null) {
      linux.setOverhead(ResourceMessages.linux(overhead));
    }
    LinuxResources resources = config.resources();
    if (resources != null) {
      linux.setResources(ResourceMessages.linux(resources));
    }
    return linux.build();
  }

  private static dev.jubelet.cri.wire.Protocol protocol(Protocol protocol) {
    return switch (protocol) {
      case TCP -> dev.jubelet.cri.wire.Protocol.TCP;
      case UDP -> dev.jubelet.cri.wire.Protocol.UDP;
      case SCTP -> dev.jubelet.cri.wire.Protocol.SCTP;
    };
  }

  static ObservedSandbox observed(PodSandbox wire) {
    return observed(
        wire.getId(),
        wire.getMetadata(),
        wire.getState(),
        wire.getCreatedAt(),
        List.of(),
        NamespaceOptions.Mode.POD,
        wire.getRuntimeHandler(),
        wire.getLabelsMap(),
        wire.getAnnotationsMap());
  }

  static ObservedSandbox observed(PodSandboxStatus wire) {
    NamespaceOptions.Mode network =
        SecurityMessages.mode(wire.getLinux().getNamespaces().getOptions().getNetwork());
    return observed(
        wire.getId(),
        wire.getMetadata(),
        wire.getState(),
        wire.getCreatedAt(),
        network == NamespaceOptions.Mode.NODE ? List.of() : addresses(wire.getNetwork()),
        network,
        wire.getRuntimeHandler(),
        wire.getLabelsMap(),
        wire.getAnnotationsMap());
  }

  private static List<String> addresses(PodSandboxNetworkStatus network) {
    if (network.getIp().isEmpty()) {
      return List.of();
    }
    List<String> ips = new ArrayList<>(1 + network.getAdditionalIpsCount());
    ips.add(network.getIp());
    for (PodIP more : network.getAdditionalIpsList()) {
      ips.add(more.getIp());
    }
    return ips;
  }

  private static ObservedSandbox observed(
      String id,
      PodSandboxMetadata metadata,
      PodSandboxState state,
      long createdAt,
      List<String> ips,
      NamespaceOptions.Mode network,
      String runtimeHandler,
      Map<String, String> labels,
      Map<String, String> annotations) {
    return new ObservedSandbox(
        new SandboxId(id),
        PodLabels.orElse(labels, PodLabels.POD_NAME, metadata.getName()),
        PodLabels.orElse(labels, PodLabels.POD_NAMESPACE, metadata.getNamespace()),
        new PodUid(PodLabels.orElse(labels, PodLabels.POD_UID, metadata.getUid())),
        metadata.getAttempt(),
        state == PodSandboxState.SANDBOX_READY,
        WireTime.instant(createdAt),
        ips,
        network,
        runtimeHandler,
        labels,
        annotations);
  }
}
