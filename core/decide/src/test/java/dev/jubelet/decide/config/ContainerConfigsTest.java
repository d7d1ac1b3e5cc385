package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.ImageSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContainerConfigsTest {
  @Test
  void saysWhoTheContainerIs() {
    ContainerConfig config = Containers.config(Containers.pod("", ""), Containers.context());
    assertThat(config.name()).isEqualTo("main");
    assertThat(config.attempt()).isEqualTo(2);
    assertThat(config.logPath()).isEqualTo("main/2.log");
    assertThat(config.image()).isEqualTo(new ImageSpec("sha256:abc", "busybox:1", "", Map.of()));
    assertThat(config.labels())
        .isEqualTo(
            Map.of(
                "io.kubernetes.container.name", "main",
                "io.kubernetes.pod.name", "web",
                "io.kubernetes.pod.namespace", "shop",
                "io.kubernetes.pod.uid", "u-1"));
    assertThat(RuntimeAnnotations.restartCount(config.annotations())).hasValue(2);
    assertThat(config.devices()).isEmpty();
    assertThat(config.stopSignal()).isNull();
  }

  @Test
  void expandsCommandAndArgumentsWithTheFinalEnvironment() {
    Pod pod =
        Containers.pod(
            """
            command: [run, "$(A)"], args: ["$(B)", "$$(B)", "$(C)"], workingDir: /srv,
            env: [{name: A, value: "1"}, {name: B, value: "$(A)2"}, {name: A, value: "3"}]\
            """,
            "");
    ContainerConfig config = Containers.config(pod, Containers.context());
    assertThat(config.command()).containsExactly("run", "3");
    assertThat(config.args()).containsExactly("12", "$(B)", "$(C)");
    assertThat(config.workingDir()).isEqualTo("/srv");
    assertThat(config.env()).containsExactly(new EnvEntry("A", "3"), new EnvEntry("B", "12"));
  }

  @Test
  void passesTerminalAndStopSignalOn() {
    Pod pod =
        Containers.pod(
            "stdin: true, stdinOnce: true, tty: true, lifecycle: {stopSignal: SIGUSR1}",
            "os: {name: linux}");
    ContainerConfig config = Containers.config(pod, Containers.context());
    assertThat(config.stdin()).isTrue();
    assertThat(config.stdinOnce()).isTrue();
    assertThat(config.tty()).isTrue();
    assertThat(config.stopSignal()).isEqualTo("SIGUSR1");
  }

  @Test
  void givesResourcesOfTheNodeTheContainerRunsOn() {
    Pod pod = Containers.pod("resources: {requests: {cpu: 250m, memory: 1Gi}}", "");
    ContainerConfig config = Containers.config(pod, Containers.context());
    assertThat(config.resources().cpuShares()).isEqualTo(256);
    assertThat(config.resources().oomScoreAdj()).isEqualTo(875);
  }

  @Test
  void refusesWithTheReasonThatStatusShows() {
    Pod pod =
        Containers.pod("env: [{name: X, valueFrom: {configMapKeyRef: {name: x, key: k}}}]", "");
    assertThat(Containers.refusal(pod, Containers.context()))
        .isEqualTo("configmap \"x\" not found");
  }
}
