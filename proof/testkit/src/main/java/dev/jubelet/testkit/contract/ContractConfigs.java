package dev.jubelet.testkit.contract;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.testkit.runtime.FakePodLabels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plain sandboxes and containers, as a kubelet would describe them. */
public final class ContractConfigs {
  public static final String NAMESPACE = "contract";

  private ContractConfigs() {}

  public static SandboxConfig sandbox(
      String name,
      PodUid uid,
      int attempt,
      boolean hostNetwork,
      String logDirectory,
      String cgroupParent) {
    NamespaceOptions namespaces = namespaces(hostNetwork);
    return new SandboxConfig(
        name,
        NAMESPACE,
        uid.value(),
        attempt,
        hostNetwork ? "" : name,
        logDirectory,
        DnsSettings.NONE,
        List.of(),
        podLabels(name, uid),
        Map.of("jubelet.dev/note", "a sandbox"),
        cgroupParent,
        new SandboxSecurity(
            namespaces, null, null, null, false, List.of(), null, false, null, null),
        Map.of(),
        null,
        null);
  }

  public static ContainerConfig container(
      String name, int attempt, String image, List<String> command, SandboxConfig pod) {
    Map<String, String> labels = new LinkedHashMap<>(podLabels(pod.name(), new PodUid(pod.uid())));
    labels.put(FakePodLabels.CONTAINER_NAME, name);
    return new ContainerConfig(
        name,
        attempt,
        ImageSpec.of(image),
        command,
        List.of(),
        "",
        List.of(),
        List.of(),
        List.of(),
        labels,
        Map.of("jubelet.dev/note", "a container"),
        name + "_" + attempt + ".log",
        false,
        false,
        false,
        resources(2),
        security(pod.security().namespaces()),
        null,
        List.of());
  }

  public static LinuxResources resources(long cpuShares) {
    return new LinuxResources(0, 0, cpuShares, 0, 0, 0, "", "", Map.of(), Map.of());
  }

  private static Map<String, String> podLabels(String name, PodUid uid) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(FakePodLabels.POD_NAME, name);
    labels.put(FakePodLabels.POD_NAMESPACE, NAMESPACE);
    labels.put(FakePodLabels.POD_UID, uid.value());
    return labels;
  }

  private static NamespaceOptions namespaces(boolean hostNetwork) {
    return new NamespaceOptions(
        hostNetwork ? Mode.NODE : Mode.POD, Mode.CONTAINER, Mode.POD, "", null);
  }

  private static ContainerSecurity security(NamespaceOptions namespaces) {
    return new ContainerSecurity(
        List.of(),
        List.of(),
        false,
        namespaces,
        null,
        null,
        null,
        "",
        false,
        List.of(),
        null,
        false,
        List.of(),
        List.of(),
        null,
        null);
  }
}
