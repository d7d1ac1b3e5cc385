package dev.jubelet.network;

import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxConfigBuilder;
import java.util.List;
import java.util.Map;

/** Pods as far as networks know them. */
public final class TestPods {
  private TestPods() {}

  public static SandboxConfig config(
      String namespace, String name, String uid, PortMapping... ports) {
    return SandboxConfigBuilder.builder()
        .namespace(namespace)
        .name(name)
        .uid(uid)
        .dns(DnsSettings.NONE)
        .portMappings(List.of(ports))
        .labels(Map.of())
        .annotations(Map.of())
        .sysctls(Map.of())
        .cgroupParent("")
        .build();
  }
}
