package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.DNSConfig;
import dev.jubelet.cri.wire.LinuxPodSandboxConfig;
import dev.jubelet.cri.wire.PodSandboxConfig;
import dev.jubelet.cri.wire.PodSandboxMetadata;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;

/** What a runtime is told about a sandbox. */
public final class SandboxConfigMessages {
  private SandboxConfigMessages() {}

  public static PodSandboxConfig config(SandboxConfig config) {
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

  public static SandboxConfig config(PodSandboxConfig wire) {
    PodSandboxMetadata metadata = wire.getMetadata();
    LinuxPodSandboxConfig linux = wire.getLinux();
    return new SandboxConfig(
        metadata.getName(),
        metadata.getNamespace(),
        metadata.getUid(),
        metadata.getAttempt(),
        wire.getHostname(),
        wire.getLogDirectory(),
        dns(wire.getDnsConfig()),
        wire.getPortMappingsList().stream().map(SandboxConfigMessages::port).toList(),
        wire.getLabelsMap(),
        wire.getAnnotationsMap(),
        linux.getCgroupParent(),
        SecurityMessages.sandbox(linux.getSecurityContext()),
        linux.getSysctlsMap(),
        linux.hasOverhead() ? ResourceMessages.linux(linux.getOverhead()) : null,
        linux.hasResources() ? ResourceMessages.linux(linux.getResources()) : null);
  }

  private static DnsSettings dns(DNSConfig wire) {
    return new DnsSettings(wire.getServersList(), wire.getSearchesList(), wire.getOptionsList());
  }

  private static PortMapping port(dev.jubelet.cri.wire.PortMapping wire) {
    Protocol protocol =
        switch (wire.getProtocol()) {
          case TCP -> Protocol.TCP;
          case UDP -> Protocol.UDP;
          case SCTP -> Protocol.SCTP;
          case UNRECOGNIZED ->
              throw new OutsideFailure(
                  FailureKind.BAD_SPEC,
                  "port_mappings: unknown protocol " + wire.getProtocolValue());
        };
    return new PortMapping(protocol, wire.getContainerPort(), wire.getHostPort(), wire.getHostIp());
  }
}
