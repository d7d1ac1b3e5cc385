package dev.jubelet.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerConfigBuilder;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxConfigBuilder;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.contract.ContractConfigs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A pod for a test, in the words of CRI, with what the contract's pods do not have. */
record EmbeddedPod(
    EmbeddedNode node,
    String name,
    Mode pid,
    Map<String, String> sysctls,
    DnsSettings dns,
    NamespaceOptions.@Nullable UserNamespace users) {

  static EmbeddedPod on(EmbeddedNode node, String name) {
    return new EmbeddedPod(node, name, Mode.CONTAINER, Map.of(), DnsSettings.NONE, null);
  }

  EmbeddedPod sharingProcesses() {
    return new EmbeddedPod(node, name, Mode.POD, sysctls, dns, users);
  }

  EmbeddedPod with(Map<String, String> parameters, DnsSettings names) {
    return new EmbeddedPod(node, name, pid, parameters, names, users);
  }

  EmbeddedPod withUsers(IdRange own) {
    List<NamespaceOptions.IdMapping> mappings = List.of(own.mapping());
    return new EmbeddedPod(
        node,
        name,
        pid,
        sysctls,
        dns,
        new NamespaceOptions.UserNamespace(Mode.POD, mappings, mappings));
  }

  private ContainerRuntime runtime() {
    return node.runtime();
  }

  SandboxConfig config() {
    PodUid uid = new PodUid(UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).toString());
    String logs = node.logRoot() + "/" + name;
    node.makeDirectory(logs);
    SandboxConfig plain =
        ContractConfigs.sandbox(name, uid, 0, false, logs, node.cgroupParent() + "/" + name);
    return SandboxConfigBuilder.builder(plain)
        .dns(dns)
        .security(
            new SandboxSecurity(
                new NamespaceOptions(Mode.POD, pid, Mode.POD, "", users),
                null,
                null,
                null,
                false,
                List.of(),
                null,
                false,
                null,
                null))
        .sysctls(sysctls)
        .overhead(null)
        .build();
  }

  SandboxId run() {
    return runtime().sandboxes().run(config(), "");
  }

  ContainerId started(SandboxId sandbox, String container, String script) {
    return started(sandbox, container, script, 0, List.of());
  }

  ContainerId started(
      SandboxId sandbox, String container, String script, long memory, List<MountSpec> mounts) {
    ContainerId id = created(sandbox, container, script, memory, mounts);
    runtime().containers().start(id);
    return id;
  }

  ContainerId created(
      SandboxId sandbox, String container, String script, long memory, List<MountSpec> mounts) {
    return created(sandbox, container, script, memory, mounts, List.of());
  }

  ContainerId created(
      SandboxId sandbox,
      String container,
      String script,
      long memory,
      List<MountSpec> mounts,
      List<EnvEntry> variables) {
    SandboxConfig pod = config();
    ContainerConfig plain =
        ContractConfigs.container(
            container, 0, node.busybox(), List.of("/bin/sh", "-c", script), pod);
    ContainerConfig config =
        ContainerConfigBuilder.builder(plain)
            .mounts(mounts)
            .env(variables)
            .resources(new LinuxResources(0, 0, 2, memory, 0, 0, "", "", Map.of(), Map.of()))
            .build();
    return runtime().containers().create(sandbox, config, pod);
  }

  static MountSpec imageMount(String path, String image) {
    return new MountSpec(path, "", true, false, false, MountPropagationMode.NONE)
        .ofImage(image, "");
  }

  String output(ContainerId id, String... command) {
    return new String(
        runtime()
            .streams()
            .execSync(id, List.of(command), Duration.ofSeconds(20), 1 << 20)
            .stdout(),
        java.nio.charset.StandardCharsets.UTF_8);
  }
}
