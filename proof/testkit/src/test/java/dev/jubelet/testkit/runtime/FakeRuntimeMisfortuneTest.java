package dev.jubelet.testkit.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfigBuilder;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.FakeCgroups;
import dev.jubelet.testkit.contract.ContractConfigs;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.FaultScript;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import dev.jubelet.testkit.fault.SimulatedCrash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FakeRuntimeMisfortuneTest {
  private final VirtualNode node = new VirtualNode(ContainerScript.forever());
  private final FaultScript faults = new FaultScript();

  FakeRuntimeMisfortuneTest() {
    node.fake.outside().faults(faults);
  }

  @Test
  void failureBeforeTheEffectLeavesNothing() {
    faults.once(Operation.SANDBOX_RUN, Fault.failBefore(FailureKind.INTERNAL));
    assertThatExceptionOfType(OutsideFailure.class).isThrownBy(node::sandbox);
    assertThat(node.fake.allSandboxes()).isEmpty();
    assertThat(node.sandbox()).as("the next one succeeds").isNotNull();
  }

  @Test
  void failureAfterTheEffectLeavesItDone() {
    faults.once(Operation.SANDBOX_RUN, Fault.failAfter(FailureKind.TIMED_OUT));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(node::sandbox)
        .returns(FailureKind.TIMED_OUT, OutsideFailure::kind);
    assertThat(node.fake.allSandboxes()).hasSize(1);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(node::sandbox)
        .returns(FailureKind.ALREADY_EXISTS, OutsideFailure::kind)
        .withMessageContaining("web_contract_u1_0")
        .withMessageContaining("is reserved for");
  }

  @Test
  void slowCallCountsItsLatency() {
    faults.always(Operation.SANDBOX_RUN, Fault.slow(Duration.ofSeconds(3)));
    node.sandbox();
    assertThat(node.fake.drainLatency()).isEqualTo(Duration.ofSeconds(3));
    assertThat(node.fake.drainLatency()).isZero();
  }

  @Test
  void ourProcessMayDieBeforeAndAfterAnEffect() {
    faults.once(Operation.SANDBOX_RUN, Fault.CRASH_BEFORE);
    faults.once(Operation.SANDBOX_RUN, Fault.CRASH_AFTER);
    assertThatExceptionOfType(SimulatedCrash.class).isThrownBy(node::sandbox);
    assertThat(node.fake.allSandboxes()).isEmpty();
    assertThatExceptionOfType(SimulatedCrash.class).isThrownBy(node::sandbox);
    assertThat(node.fake.allSandboxes()).hasSize(1);
  }

  @Test
  void planSeesWhatTheCallIsAbout() {
    List<OutsideCall> calls = new ArrayList<>();
    node.fake
        .outside()
        .faults(call -> {
          calls.add(call);
          return Fault.NONE;
        });
    ContainerId id = node.started();
    node.fake.runtime().containers().stop(id, Duration.ZERO);
    assertThat(calls)
        .contains(
            new OutsideCall(Operation.SANDBOX_RUN, VirtualNode.UID, ""),
            new OutsideCall(Operation.CONTAINER_CREATE, VirtualNode.UID, "app"),
            new OutsideCall(Operation.CONTAINER_STOP, VirtualNode.UID, "app"));
  }

  @Test
  void absentRuntimeRefusesEverythingButContainersGoOn() {
    ContainerId id = node.started();
    node.fake.setAvailable(false);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> node.fake.runtime().containers().list(null))
        .returns(FailureKind.UNAVAILABLE, OutsideFailure::kind);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> node.fake.runtime().facts().version())
        .returns(FailureKind.UNAVAILABLE, OutsideFailure::kind);
    node.fake.setAvailable(true);
    assertThat(node.seen(id).running()).isTrue();
  }

  @Test
  void eventsCanBeLost() {
    List<ContainerEvent> told = new ArrayList<>();
    node.fake.onEvent(told::add);
    node.fake.dropEvents(true);
    node.started();
    node.fake.dropEvents(false);
    assertThat(told).isEmpty();
  }

  @Test
  void brokenSandboxIsNotReadyButItsContainersRun() {
    ContainerId id = node.started();
    SandboxId sandbox = node.fake.allSandboxes().getFirst().id();
    node.fake.breakSandbox(sandbox);
    assertThat(node.fake.runtime().sandboxes().status(sandbox).map(ObservedSandbox::ready))
        .contains(false);
    assertThat(node.seen(id).running()).isTrue();
    node.fake.runtime().sandboxes().stop(sandbox);
    assertThat(node.seen(id).running()).isFalse();
    assertThat(node.fake.allSandboxes().getFirst().ips()).isEmpty();
  }

  @Test
  void rebootEndsEverythingAndForgetsNothing() {
    ContainerId id = node.started();
    node.fake.reboot();
    assertThat(node.fake.allSandboxes()).hasSize(1).noneMatch(ObservedSandbox::ready);
    assertThat(((ContainerCondition.Exited) node.seen(id).condition()).exitCode()).isEqualTo(255);
  }

  @Test
  void removingACgroupKillsWhatRunsInIt() {
    FakeCgroups cgroups = new FakeCgroups(node.fake.outside(), node.fake::killPod);
    ContainerId id = node.started();
    cgroups.ensure(
        new PodCgroup(VirtualNode.UID, QosClass.BURSTABLE, 2, null, 100_000, null, null, Map.of()));
    cgroups.remove(VirtualNode.UID);
    assertThat(((ContainerCondition.Exited) node.seen(id).condition()).exitCode()).isEqualTo(137);
  }

  @Test
  void registryAnswersAsScripted() {
    ImageSpec secret = ImageSpec.of("localhost/secret:1");
    node.fake.pullFails(secret.image(), FailureKind.DENIED, "401 Unauthorized");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> node.fake.runtime().images().pull(secret, null, null))
        .returns(FailureKind.DENIED, OutsideFailure::kind)
        .withMessageContaining("401 Unauthorized");
    node.fake.pullable(secret.image());
    assertThat(node.fake.runtime().images().pull(secret, null, null)).startsWith("sha256:");
  }

  @Test
  void whatLacksThePodsLabelIsNotListed() {
    var bare = ContractConfigs.container("app", 0, VirtualNode.IMAGE, List.of(), node.pod);
    var unlabelled =
        ContainerConfigBuilder.builder(bare)
            .labels(Map.of())
            .stdin(false)
            .stdinOnce(false)
            .tty(false)
            .stopSignal(null)
            .build();
    node.fake.runtime().containers().create(node.sandbox(), unlabelled, node.pod);
    assertThat(node.fake.runtime().containers().list(null)).isEmpty();
    assertThat(node.fake.allContainers()).hasSize(1);
  }

  @Test
  void historyTellsALifeInOrder() {
    ContainerId id = node.started();
    node.pass(Duration.ofSeconds(1));
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(5));
    node.fake.runtime().sandboxes().remove(node.fake.allSandboxes().getFirst().id());
    assertThat(node.fake.history())
        .extracting(FakeRuntimeEvent::kind)
        .containsExactly(
            FakeRuntimeEvent.Kind.SANDBOX_RAN,
            FakeRuntimeEvent.Kind.CONTAINER_CREATED,
            FakeRuntimeEvent.Kind.CONTAINER_STARTED,
            FakeRuntimeEvent.Kind.CONTAINER_SIGNALLED,
            FakeRuntimeEvent.Kind.CONTAINER_EXITED,
            FakeRuntimeEvent.Kind.SANDBOX_STOPPED,
            FakeRuntimeEvent.Kind.CONTAINER_REMOVED,
            FakeRuntimeEvent.Kind.SANDBOX_REMOVED);
    node.fake.clearHistory();
    assertThat(node.fake.history()).isEmpty();
  }

  @Test
  void twoNodesWithTheSameCallsHaveTheSameIds() {
    VirtualNode twin = new VirtualNode(ContainerScript.forever());
    assertThat(node.started()).isEqualTo(twin.started());
    assertThat(node.fake.history()).isEqualTo(twin.fake.history());
  }

  @Test
  void followerLearnsThatTheStreamBroke() throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    CompletableFuture<FailureKind> ended = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        node.fake.runtime().events().follow(connected::countDown, event -> {});
      } catch (OutsideFailure failure) {
        ended.complete(failure.kind());
      }
    });
    assertThat(connected.await(10, TimeUnit.SECONDS)).isTrue();
    node.fake.setAvailable(false);
    assertThat(ended.get(10, TimeUnit.SECONDS)).isEqualTo(FailureKind.UNAVAILABLE);
  }

  @Test
  void runtimeMayHaveNoEvents() {
    node.fake.eventsSupported(false);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> node.fake.runtime().events().follow(() -> {}, event -> {}))
        .returns(FailureKind.UNIMPLEMENTED, OutsideFailure::kind);
  }
}
