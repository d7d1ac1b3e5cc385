package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.runtime.Containers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How containers end. CRI: stopping and removing are idempotent. */
public interface ContainerEndContract extends ContractPart {
  ContainerId UNKNOWN_CONTAINER = new ContainerId("0123456789abcdef");

  private Containers containers() {
    return bench().runtime().containers();
  }

  @Test
  default void failureHasItsCodeAndReason() {
    ContainerCondition.Exited exited =
        bench().exited(bench().started(bench().sandbox(), Scripts.EXIT_3));
    assertThat(exited.exitCode()).isEqualTo(3);
    assertThat(exited.reason()).isEqualTo("Error");
  }

  @Test
  default void successHasItsCodeAndReason() {
    ContainerCondition.Exited exited =
        bench().exited(bench().started(bench().sandbox(), Scripts.EXIT_0));
    assertThat(exited.exitCode()).isZero();
    assertThat(exited.reason()).isEqualTo("Completed");
  }

  @Test
  default void timesOfContainerAreInOrder() {
    ContainerId id = bench().started(bench().sandbox(), "sleep 1; exit 0");
    ContainerCondition.Exited exited = bench().exited(id);
    assertThat(exited.startedAt()).isAfterOrEqualTo(bench().status(id).createdAt());
    assertThat(exited.finishedAt()).isAfter(exited.startedAt());
    assertThat(exited.finishedAt()).isBeforeOrEqualTo(bench().subject().now());
  }

  @Test
  default void listHasNeitherTimesNorExitCodes() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.EXIT_3);
    bench().exited(id);
    assertThat(containers().list(bench().uid()).getFirst().condition())
        .isEqualTo(new ContainerCondition.Exited(Instant.EPOCH, Instant.EPOCH, 0, "", ""));
  }

  @Test
  default void containerThatHearsTheSignalEndsWithinItsGrace() {
    ContainerId id = bench().startedAndReady(bench().sandbox(), Scripts.OBEYS_TERM);
    Instant before = bench().subject().now();
    containers().stop(id, Duration.ofSeconds(15));
    assertThat(bench().status(id).condition()).isInstanceOf(ContainerCondition.Exited.class);
    ContainerCondition.Exited exited = bench().exited(id);
    assertThat(exited.exitCode()).isEqualTo(7);
    assertThat(exited.finishedAt()).isBefore(before.plusSeconds(10));
  }

  @Test
  default void containerThatIgnoresTheSignalIsKilledAfterItsGrace() {
    ContainerId id = bench().startedAndReady(bench().sandbox(), Scripts.IGNORES_TERM);
    Instant before = bench().subject().now();
    containers().stop(id, Duration.ofSeconds(2));
    assertThat(bench().subject().now()).isAfterOrEqualTo(before.plusSeconds(2));
    ContainerCondition.Exited exited = bench().exited(id);
    assertThat(exited.exitCode()).isEqualTo(137);
    assertThat(exited.finishedAt()).isAfterOrEqualTo(before.plusSeconds(2));
  }

  @Test
  default void containerWithoutGraceIsKilledAtOnce() {
    ContainerId id = bench().startedAndReady(bench().sandbox(), Scripts.OBEYS_TERM);
    containers().stop(id, Duration.ZERO);
    assertThat(bench().exited(id).exitCode()).isEqualTo(137);
  }

  @Test
  default void stoppingExitedContainerSucceedsAndKeepsItsCode() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.EXIT_3);
    bench().exited(id);
    containers().stop(id, Duration.ofSeconds(5));
    assertThat(bench().exited(id).exitCode()).isEqualTo(3);
  }

  @Test
  default void stoppingTwiceSucceeds() {
    ContainerId id = bench().startedAndReady(bench().sandbox(), Scripts.OBEYS_TERM);
    containers().stop(id, Duration.ofSeconds(15));
    containers().stop(id, Duration.ofSeconds(15));
    assertThat(bench().exited(id).exitCode()).isEqualTo(7);
  }

  @Test
  default void stoppingCreatedContainerLeavesItAsItIs() {
    ContainerId id = bench().created(bench().sandbox(), Scripts.SLEEP);
    containers().stop(id, Duration.ofSeconds(5));
    assertThat(bench().status(id).condition()).isEqualTo(new ContainerCondition.Created());
  }

  @Test
  default void stoppingUnknownContainerSucceeds() {
    assertThatCode(() -> containers().stop(UNKNOWN_CONTAINER, Duration.ofSeconds(5)))
        .doesNotThrowAnyException();
  }

  @Test
  default void removedContainerIsGone() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.EXIT_0);
    bench().exited(id);
    containers().remove(id);
    assertThat(containers().status(id)).isEmpty();
    assertThat(containers().list(bench().uid())).isEmpty();
  }

  @Test
  default void removingRunningContainerKillsIt() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    containers().remove(id);
    assertThat(containers().status(id)).isEmpty();
  }

  @Test
  default void removingCreatedContainerSucceeds() {
    ContainerId id = bench().created(bench().sandbox(), Scripts.SLEEP);
    containers().remove(id);
    assertThat(containers().status(id)).isEmpty();
  }

  @Test
  default void removingContainerTwiceSucceeds() {
    ContainerId id = bench().created(bench().sandbox(), Scripts.SLEEP);
    containers().remove(id);
    assertThatCode(() -> containers().remove(id)).doesNotThrowAnyException();
  }

  @Test
  default void removingUnknownContainerSucceeds() {
    assertThatCode(() -> containers().remove(UNKNOWN_CONTAINER)).doesNotThrowAnyException();
  }

  @Test
  default void nameOfContainerIsFreeAgainAfterItsRemoval() {
    var sandbox = bench().sandbox();
    ContainerId first = bench().created(sandbox, Scripts.SLEEP);
    containers().remove(first);
    assertThat(bench().created(sandbox, Scripts.SLEEP)).isNotEqualTo(first);
  }

  @Test
  default void sandboxStaysReadyWhenItsContainersEnd() {
    var sandbox = bench().sandbox();
    ContainerId id = bench().started(sandbox, Scripts.EXIT_3);
    bench().exited(id);
    containers().remove(id);
    assertThat(bench().status(sandbox).ready()).isTrue();
  }
}
