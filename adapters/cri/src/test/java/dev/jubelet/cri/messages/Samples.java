package dev.jubelet.cri.messages;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import java.util.List;
import java.util.Map;

/** Configurations in which every field has a value of its own. */
public final class Samples {
  public static final LinuxResources RESOURCES =
      new LinuxResources(
          100_000,
          50_000,
          512,
          64 << 20,
          65 << 20,
          -997,
          "0-1",
          "0",
          Map.of("2MB", 4L << 20),
          Map.of("memory.high", "60000000"));

  public static final NamespaceOptions NAMESPACES =
      new NamespaceOptions(
          NamespaceOptions.Mode.NODE,
          NamespaceOptions.Mode.TARGET,
          NamespaceOptions.Mode.CONTAINER,
          "target",
          new NamespaceOptions.UserNamespace(
              NamespaceOptions.Mode.POD,
              List.of(new NamespaceOptions.IdMapping(65536, 0, 65535)),
              List.of(new NamespaceOptions.IdMapping(131072, 1, 65534))));

  public static final SelinuxOptions SELINUX = new SelinuxOptions("user", "role", "type", "level");

  public static SandboxConfig sandbox() {
    return new SandboxConfig(
        "pod",
        "default",
        "uid-1",
        2,
        "host",
        "/var/log/pods/x",
        new DnsSettings(List.of("10.0.0.10"), List.of("cluster.local"), List.of("ndots:5")),
        List.of(new PortMapping(Protocol.SCTP, 80, 8080, "127.0.0.1")),
        Map.of(PodLabels.POD_UID, "uid-1"),
        Map.of("note", "x"),
        "/kubepods/x",
        new SandboxSecurity(
            NAMESPACES,
            SELINUX,
            1000L,
            1001L,
            true,
            List.of(5L, 6L),
            SupplementalGroupsPolicy.STRICT,
            true,
            SecurityProfile.RUNTIME_DEFAULT,
            SecurityProfile.UNCONFINED),
        Map.of("net.core.somaxconn", "128"),
        RESOURCES,
        null);
  }

  public static ContainerConfig container() {
    return new ContainerConfig(
        "main",
        3,
        new ImageSpec("registry/x@sha256:1", "x:1", "runc", Map.of("k", "v")),
        List.of("sh"),
        List.of("-c", "true"),
        "/work",
        List.of(new EnvEntry("A", "ä")),
        List.of(new MountSpec("/in", "/out", true, true, true, MountPropagationMode.BIDIRECTIONAL)),
        List.of(new DeviceSpec("/dev/in", "/dev/out", "rwm")),
        Map.of(PodLabels.POD_UID, "uid-1"),
        Map.of("hash", "1"),
        "main/3.log",
        true,
        true,
        true,
        RESOURCES,
        security(),
        "SIGRTMIN+1",
        List.of());
  }

  public static ContainerSecurity security() {
    return new ContainerSecurity(
        List.of("NET_ADMIN"),
        List.of("ALL"),
        true,
        NAMESPACES,
        SELINUX,
        1000L,
        1001L,
        "nobody",
        true,
        List.of(5L),
        SupplementalGroupsPolicy.STRICT,
        true,
        List.of("/proc/kcore"),
        List.of("/proc/sys"),
        new SecurityProfile(SecurityProfile.Kind.LOCALHOST, "/profiles/x.json"),
        new SecurityProfile(SecurityProfile.Kind.LOCALHOST, "mine"));
  }

  private Samples() {}
}
