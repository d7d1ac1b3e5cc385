package dev.jubelet.model.runtime.config;

import dev.jubelet.model.meta.Ordered;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that a runtime is told about a sandbox (CRI PodSandboxConfig). */
@RecordBuilder
public record SandboxConfig(
    String name,
    String namespace,
    String uid,
    int attempt,
    String hostname,
    String logDirectory,
    DnsSettings dns,
    List<PortMapping> portMappings,
    Map<String, String> labels,
    Map<String, String> annotations,
    String cgroupParent,
    SandboxSecurity security,
    Map<String, String> sysctls,
    @Nullable LinuxResources overhead,
    @Nullable LinuxResources resources) {

  public SandboxConfig {
    portMappings = List.copyOf(portMappings);
    labels = Ordered.copyOf(labels);
    annotations = Ordered.copyOf(annotations);
    sysctls = Ordered.copyOf(sysctls);
  }
}
