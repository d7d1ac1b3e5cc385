package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** One pod of its own for one test of the contract, and the short ways to its containers. */
public final class ContractPod {
  /** Long enough for a busy machine; nothing waits for it when all is well. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RuntimeUnderTest subject;
  private final PodUid uid = new PodUid(UUID.randomUUID().toString());
  private final List<PodUid> others = new ArrayList<>();

  ContractPod(RuntimeUnderTest subject) {
    this.subject = subject;
  }

  RuntimeUnderTest subject() {
    return subject;
  }

  boolean tellsEvents() {
    return subject.tellsEvents();
  }

  ContainerRuntime runtime() {
    return subject.runtime();
  }

  PodUid uid() {
    return uid;
  }

  SandboxConfig pod(int attempt) {
    return pod(uid, attempt, false);
  }

  SandboxConfig hostNetworkPod() {
    return pod(uid, 0, true);
  }

  /** A pod beside that of the test, which is cleaned up with it. */
  SandboxConfig otherPod() {
    PodUid other = new PodUid(UUID.randomUUID().toString());
    others.add(other);
    return pod(other, 0, false);
  }

  private SandboxConfig pod(PodUid pod, int attempt, boolean hostNetwork) {
    String logs = subject.logRoot() + "/contract_" + podName(pod) + "_" + pod;
    subject.makeDirectory(logs);
    return ContractConfigs.sandbox(
        podName(pod), pod, attempt, hostNetwork, logs, subject.cgroupParent());
  }

  static String podName(PodUid pod) {
    return "pod-" + pod.value().substring(0, 8);
  }

  SandboxId sandbox() {
    return runtime().sandboxes().run(pod(0), "");
  }

  ObservedSandbox status(SandboxId id) {
    return runtime().sandboxes().status(id).orElseThrow();
  }

  ContainerConfig container(String script) {
    return container("main", 0, script);
  }

  ContainerConfig container(String name, int attempt, String script) {
    return ContractConfigs.container(
        name, attempt, subject.busybox(), Scripts.shell(script), pod(0));
  }

  ContainerId created(SandboxId sandbox, String script) {
    return runtime().containers().create(sandbox, container(script), pod(0));
  }

  ContainerId started(SandboxId sandbox, String script) {
    ContainerId id = created(sandbox, script);
    runtime().containers().start(id);
    return id;
  }

  /** Started, and so far that its trap is set. */
  ContainerId startedAndReady(SandboxId sandbox, String script) {
    ContainerId id = started(sandbox, script);
    await("the container to be ready", () -> exec(id, "cat " + Scripts.READY) == 0);
    return id;
  }

  ObservedContainer status(ContainerId id) {
    return runtime().containers().status(id).orElseThrow();
  }

  ContainerCondition.Exited exited(ContainerId id) {
    await(
        "the container to exit", () -> status(id).condition() instanceof ContainerCondition.Exited);
    return (ContainerCondition.Exited) status(id).condition();
  }

  int exec(ContainerId id, String script) {
    return runtime().streams().execSync(id, Scripts.shell(script), PATIENCE, 0).exitCode();
  }

  void await(String what, BooleanSupplier condition) {
    assertThat(subject.await(condition, PATIENCE)).as("waited for " + what).isTrue();
  }

  void cleanUp() {
    others.add(uid);
    for (PodUid pod : others) {
      for (ObservedSandbox sandbox : runtime().sandboxes().list(pod)) {
        runtime().sandboxes().stop(sandbox.id());
        runtime().sandboxes().remove(sandbox.id());
      }
    }
  }
}
