package dev.jubelet.testkit.contract;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerConfig;
import dev.jubelet.model.runtime.ContainerSecurity;
import dev.jubelet.model.runtime.DnsSettings;
import dev.jubelet.model.runtime.ImageSpec;
import dev.jubelet.model.runtime.LinuxResources;
import dev.jubelet.model.runtime.NamespaceOptions;
import dev.jubelet.model.runtime.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.model.runtime.SandboxSecurity;
import dev.jubelet.testkit.runtime.PodLabels;
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
    labels.put(PodLabels.CONTAINER_NAME, name);
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
    labels.put(PodLabels.POD_NAME, name);
    labels.put(PodLabels.POD_NAMESPACE, NAMESPACE);
    labels.put(PodLabels.POD_UID, uid.value());
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
