package dev.jubelet.testkit.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FakeRuntimeTimeTest {
  private static final Instant DAWN = ManualTime.DAWN;

  @Test
  void exitHappensAndIsToldWhenItsTimeHasCome() {
    VirtualNode node = new VirtualNode(ContainerScript.exits(3, Duration.ofSeconds(10)));
    List<ContainerEvent.Kind> told = new ArrayList<>();
    ContainerId id = node.started();
    node.fake.onEvent(event -> told.add(event.kind()));
    assertThat(node.fake.nextDue()).contains(DAWN.plusSeconds(10));
    node.pass(Duration.ofSeconds(9));
    assertThat(node.seen(id).running()).isTrue();
    node.pass(Duration.ofSeconds(1));
    assertThat(node.seen(id).condition())
        .isEqualTo(new ContainerCondition.Exited(DAWN, DAWN.plusSeconds(10), 3, "Error", ""));
    assertThat(told).containsExactly(ContainerEvent.Kind.STOPPED);
    assertThat(node.fake.nextDue()).isEmpty();
  }

  @Test
  void stopReturnsAtOnceAndCountsTheTimeItTook() {
    VirtualNode node =
        new VirtualNode(ContainerScript.forever().stoppingAfter(Duration.ofSeconds(4), 0));
    ContainerId id = node.started();
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(30));
    assertThat(node.fake.drainLatency()).isEqualTo(Duration.ofSeconds(4));
    assertThat(node.seen(id).running()).as("for others it still runs").isTrue();
    node.pass(Duration.ofSeconds(4));
    assertThat(node.seen(id).condition())
        .isEqualTo(new ContainerCondition.Exited(DAWN, DAWN.plusSeconds(4), 0, "Completed", ""));
  }

  @Test
  void theOneWhoStoppedSeesTheEndInTheSameEffect() {
    VirtualNode node = new VirtualNode(ContainerScript.forever().ignoringTerm());
    ContainerId id = node.started();
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(30));
    assertThat(node.seen(id).condition())
        .isEqualTo(new ContainerCondition.Exited(DAWN, DAWN.plusSeconds(30), 137, "Error", ""));
    assertThat(node.time.now()).isEqualTo(DAWN);
  }

  @Test
  void shorterGraceOfASecondStopCounts() {
    VirtualNode node = new VirtualNode(ContainerScript.forever().ignoringTerm());
    ContainerId id = node.started();
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(30));
    node.fake.drainLatency();
    node.pass(Duration.ofSeconds(5));
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(2));
    assertThat(node.fake.drainLatency()).isEqualTo(Duration.ofSeconds(2));
    assertThat(node.fake.nextDue()).contains(DAWN.plusSeconds(7));
    assertThat(node.fake.history())
        .filteredOn(h -> h.kind() == FakeRuntimeEvent.Kind.CONTAINER_SIGNALLED)
        .hasSize(1);
  }

  @Test
  void nobodyKillsWhenTheOneWhoWaitedIsGone() {
    VirtualNode node = new VirtualNode(ContainerScript.forever().ignoringTerm());
    ContainerId id = node.started();
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(30));
    node.fake.drainLatency();
    node.fake.clientsGone();
    node.pass(Duration.ofMinutes(5));
    assertThat(node.seen(id).running()).isTrue();
  }

  @Test
  void signalStillWorksWhenTheOneWhoSentItIsGone() {
    VirtualNode node =
        new VirtualNode(ContainerScript.forever().stoppingAfter(Duration.ofSeconds(40), 0));
    ContainerId id = node.started();
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(30));
    node.fake.drainLatency();
    node.fake.clientsGone();
    node.pass(Duration.ofSeconds(40));
    assertThat(node.seen(id).condition())
        .isEqualTo(new ContainerCondition.Exited(DAWN, DAWN.plusSeconds(40), 0, "Completed", ""));
  }

  @Test
  void crashOnStartIsAnExitAtOnce() {
    VirtualNode node = new VirtualNode(ContainerScript.crashes(1));
    List<ContainerEvent.Kind> told = new ArrayList<>();
    node.fake.onEvent(event -> told.add(event.kind()));
    ContainerId id = node.started();
    assertThat(node.seen(id).condition()).isInstanceOf(ContainerCondition.Exited.class);
    assertThat(told).endsWith(ContainerEvent.Kind.STARTED, ContainerEvent.Kind.STOPPED);
  }

  @Test
  void failedStartIsAnExitWithItsMessage() {
    VirtualNode node = new VirtualNode(ContainerScript.startFails("no such program"));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(node::started)
        .withMessage("no such program");
    assertThat(node.fake.allContainers().getFirst().condition())
        .isEqualTo(
            new ContainerCondition.Exited(
                Instant.EPOCH, DAWN, 128, "StartError", "no such program"));
  }

  @Test
  void lackOfMemoryIsNamed() {
    VirtualNode node = new VirtualNode(ContainerScript.outOfMemory(Duration.ofSeconds(1)));
    ContainerId id = node.started();
    node.pass(Duration.ofSeconds(1));
    assertThat(node.seen(id).condition())
        .isEqualTo(new ContainerCondition.Exited(DAWN, DAWN.plusSeconds(1), 137, "OOMKilled", ""));
  }

  @Test
  void slowCommandTakesItsTimeOrItsTimeOut() {
    ExecAnswer slow = ExecAnswer.exit(0).after(Duration.ofSeconds(5));
    VirtualNode node = new VirtualNode(ContainerScript.forever().answering(command -> slow));
    ContainerId id = node.started();
    var streams = node.fake.runtime().streams();
    assertThat(streams.execSync(id, List.of("check"), Duration.ofSeconds(10), 100).exitCode())
        .isZero();
    assertThat(node.fake.drainLatency()).isEqualTo(Duration.ofSeconds(5));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> streams.execSync(id, List.of("check"), Duration.ofSeconds(1), 100))
        .returns(FailureKind.TIMED_OUT, OutsideFailure::kind);
    assertThat(node.fake.drainLatency()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void eventOfAnEffectThatWaitedComesWhenTheClockIsThere() {
    VirtualNode node = new VirtualNode(ContainerScript.forever().ignoringTerm());
    ContainerId id = node.started();
    List<ContainerEvent> told = new ArrayList<>();
    node.fake.onEvent(told::add);
    node.fake.runtime().containers().stop(id, Duration.ofSeconds(30));
    node.fake.runtime().containers().remove(id);
    node.fake.drainLatency();
    assertThat(told).isEmpty();
    node.pass(Duration.ofSeconds(30));
    assertThat(told)
        .extracting(ContainerEvent::kind, ContainerEvent::at)
        .containsExactly(
            tuple(ContainerEvent.Kind.STOPPED, DAWN.plusSeconds(30)),
            tuple(ContainerEvent.Kind.DELETED, DAWN.plusSeconds(30)));
  }

  @Test
  void pullTakesItsTime() {
    VirtualNode node = new VirtualNode(ContainerScript.forever());
    node.fake.pullable("localhost/big:1", Duration.ofMinutes(2));
    var spec = ImageSpec.of("localhost/big:1");
    String reference = node.fake.runtime().images().pull(spec, null, null);
    assertThat(node.fake.drainLatency()).isEqualTo(Duration.ofMinutes(2));
    assertThat(node.fake.runtime().images().status(spec).orElseThrow().id()).isEqualTo(reference);
  }
}
