package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerConfigBuilder;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxConfigBuilder;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.contract.ContractConfigs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One pod on a node, and what can be asked about it: the same for every life of the runtime. */
record KillStage(EmbeddedNode node, String name, String image) {
  static final String NETWORK =
      """
      {"cniVersion": "1.1.0", "name": "it", "plugins": [{"type": "bridge", "bridge": "it0",
       "isGateway": true, "ipMasq": true, "hairpinMode": true,
       "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.88.0.0/16"}]],
                "routes": [{"dst": "0.0.0.0/0"}], "dataDir": "%s"}},
       {"type": "portmap", "capabilities": {"portMappings": true}}]}
      """;

  private static final String MAIN = "main";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  static KillStage open(Path directory, String name, String image) throws IOException {
    return new KillStage(new EmbeddedNode(directory, NETWORK), name, image);
  }

  KillStage with(String other) {
    return new KillStage(node, other, image);
  }

  ContainerRuntime runtime() {
    return node.runtime();
  }

  private SandboxConfig config() {
    SandboxConfig plain = EmbeddedPod.on(node, name).sharingProcesses().config();
    return SandboxConfigBuilder.builder(plain)
        .portMappings(List.of(new PortMapping(Protocol.TCP, 80, hostPort(), "")))
        .build();
  }

  /** One of its own, and the same in every life: a port has one pod. */
  private int hostPort() {
    return 20_000 + Math.floorMod(name.hashCode(), 10_000);
  }

  SandboxId run() {
    return runtime().sandboxes().run(config(), "");
  }

  /** A container that notes each of its starts. */
  ContainerId create(String script) {
    SandboxConfig pod = config();
    Path notes = notes();
    node.makeDirectory(notes.toString());
    ContainerConfig plain =
        ContractConfigs.container(
            MAIN,
            0,
            image.isEmpty() ? node.busybox() : image,
            List.of("/bin/sh", "-c", "echo started >> /notes/starts; " + script),
            pod);
    MountSpec mount =
        new MountSpec("/notes", notes.toString(), false, false, false, MountPropagationMode.NONE);
    ContainerConfig config = ContainerConfigBuilder.builder(plain).mounts(List.of(mount)).build();
    return runtime().containers().create(sandbox().orElseThrow(), config, pod);
  }

  Path notes() {
    return node.directory().resolve("notes").resolve(name);
  }

  int starts() {
    try {
      Path file = notes().resolve("starts");
      return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void start() {
    runtime().containers().start(container().orElseThrow());
  }

  /** It runs, and its program has begun. */
  void startAndWait() {
    start();
    Await.until("the container begins", PATIENCE, () -> starts() == 1);
  }

  void pull() {
    String _ = runtime().images().pull(ImageSpec.of(image), LocalRegistry.CREDENTIAL, null);
  }

  void removeImage() {
    runtime().images().remove(ImageSpec.of(image));
  }

  boolean imageIsHere() {
    return runtime().images().status(ImageSpec.of(image)).isPresent();
  }

  Optional<SandboxId> sandbox() {
    List<ObservedSandbox> found =
        runtime().sandboxes().list(null).stream().filter(each -> each.name().equals(name)).toList();
    assertThat(found).as("sandboxes of " + name).hasSizeLessThan(2);
    return found.stream().map(ObservedSandbox::id).findFirst();
  }

  boolean ready() {
    return runtime().sandboxes().status(sandbox().orElseThrow()).orElseThrow().ready();
  }

  Optional<ContainerId> container() {
    Optional<SandboxId> pod = sandbox();
    List<ObservedContainer> found =
        runtime().containers().list(null).stream()
            .filter(each -> pod.isPresent() && each.sandbox().equals(pod.get()))
            .toList();
    assertThat(found).as("containers of " + name).hasSizeLessThan(2);
    return found.stream().map(ObservedContainer::id).findFirst();
  }

  ContainerCondition condition() {
    return runtime().containers().status(container().orElseThrow()).orElseThrow().condition();
  }

  int exitCode() {
    Await.until(
        "the container of " + name + " exits",
        PATIENCE,
        () -> condition() instanceof ContainerCondition.Exited,
        () -> condition() + "\n" + String.join("\n", node.journal()));
    return ((ContainerCondition.Exited) condition()).exitCode();
  }
}
