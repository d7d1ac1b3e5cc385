package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerEvent.Kind;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the runtime tells of itself: facts, figures and events. */
public interface RuntimeFactsContract extends ContractPart {
  @Test
  default void runtimeHasNameAndVersion() {
    var version = bench().runtime().facts().version();
    assertThat(version.name()).isNotEmpty();
    assertThat(version.version()).isNotEmpty();
  }

  @Test
  default void runtimeIsReady() {
    var readiness = bench().runtime().facts().readiness();
    assertThat(readiness.runtimeReady()).as(readiness.runtimeMessage()).isTrue();
    assertThat(readiness.networkReady()).as(readiness.networkMessage()).isTrue();
  }

  @Test
  default void runtimeTellsItsCgroupDriverOrThatItCannot() {
    assertThatCode(() -> bench().runtime().facts().cgroupDriver()).doesNotThrowAnyException();
  }

  @Test
  default void runningContainerHasFigures() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    bench()
        .await(
            "figures of the container",
            () ->
                bench().runtime().stats().containers(bench().uid()).stream()
                    .map(ResourceUsage::id)
                    .anyMatch(id.value()::equals));
  }

  @Test
  default void eventsTellTheLifeOfAContainer() throws InterruptedException {
    Queue<ContainerEvent> heard = new ConcurrentLinkedQueue<>();
    AtomicBoolean connected = new AtomicBoolean();
    AtomicReference<OutsideFailure> ended = new AtomicReference<>();
    ContainerRuntime runtime = bench().runtime();
    Thread follower =
        Thread.ofVirtual()
            .name("contract-events")
            .start(() -> {
              try {
                runtime.events().follow(() -> connected.set(true), heard::add);
              } catch (OutsideFailure failure) {
                ended.set(failure);
              }
            });
    try {
      bench().await("the event stream", () -> connected.get() || ended.get() != null);
      OutsideFailure refused = ended.get();
      boolean unimplemented = refused != null && refused.kind() == FailureKind.UNIMPLEMENTED;
      assertThat(unimplemented).as("says that it has no events").isEqualTo(!bench().tellsEvents());
      if (unimplemented) {
        return;
      }
      ContainerId id = liveAndDie(runtime);
      bench()
          .await(
              "all events of the container",
              () ->
                  kinds(heard, id.value())
                      .containsAll(
                          List.of(Kind.CREATED, Kind.STARTED, Kind.STOPPED, Kind.DELETED)));
      assertThat(heard)
          .filteredOn(event -> event.containerId().equals(id.value()))
          .filteredOn(event -> event.kind() == Kind.STARTED)
          .extracting(ContainerEvent::uid)
          .containsExactly(bench().uid());
    } finally {
      follower.interrupt();
      follower.join(Duration.ofSeconds(10));
    }
  }

  private ContainerId liveAndDie(ContainerRuntime runtime) {
    SandboxId sandbox = bench().sandbox();
    ContainerId id = bench().started(sandbox, Scripts.SLEEP);
    runtime.containers().stop(id, Duration.ZERO);
    runtime.containers().remove(id);
    return id;
  }

  private static List<Kind> kinds(Queue<ContainerEvent> heard, String id) {
    return heard.stream()
        .filter(event -> event.containerId().equals(id))
        .map(ContainerEvent::kind)
        .toList();
  }
}
