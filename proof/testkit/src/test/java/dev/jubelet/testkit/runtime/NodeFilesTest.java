package dev.jubelet.testkit.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerConfigBuilder;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.FakeDirectories;
import dev.jubelet.testkit.FakeVolumes;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.contract.ContractConfigs;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What containers write is found by those who look for it on the node. */
class NodeFilesTest {
  private final VirtualNode node =
      new VirtualNode(
          ContainerScript.crashes(1)
              .printing("first\nlast words\n")
              .writing("/dev/termination-log", "because"));
  private final Pod pod =
      Pods.fromYaml(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: web, namespace: contract, uid: u1}
          spec:
            containers:
            - {name: app, image: "localhost/app:1"}
            volumes:
            - {name: scratch, emptyDir: {}}
          """);
  private final FakeVolumes volumes = new FakeVolumes(node.fake.outside());
  private final FakeDirectories directories = FakeDirectories.beside(volumes, node.fake.outside());

  @Test
  void terminationMessageAndLogReachTheNode() {
    String message = directories.prepareContainer(pod, "app", 0);
    var containers = node.fake.runtime().containers();
    var id = containers.create(node.sandbox(), withMessage(message), node.pod);
    containers.start(id);
    assertThat(directories.terminationMessage(pod.uid(), "app", 0, 4096)).contains("because");
    assertThat(directories.logTail(node.seen(id).logPath(), 1, 4096)).contains("last words\n");
  }

  private ContainerConfig withMessage(String hostPath) {
    ContainerConfig plain = node.config(0);
    MountSpec mount =
        new MountSpec(
            "/dev/termination-log", hostPath, false, false, false, MountPropagationMode.NONE);
    return ContainerConfigBuilder.builder(plain)
        .mounts(List.of(mount))
        .stdin(false)
        .stdinOnce(false)
        .tty(false)
        .resources(ContractConfigs.resources(2))
        .stopSignal(null)
        .build();
  }

  @Test
  void directoriesAreNotRemovedAcrossAMount() {
    directories.prepare(pod);
    volumes.mount(pod, pod.spec().volumes().getFirst());
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> directories.remove(pod.uid(), pod.fullName()));
    volumes.unmountAll(pod.uid());
    directories.remove(pod.uid(), pod.fullName());
    assertThat(directories.list()).isEmpty();
  }
}
