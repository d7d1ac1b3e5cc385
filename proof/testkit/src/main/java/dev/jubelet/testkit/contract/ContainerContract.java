package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Containers;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How containers are made, started and shown. */
public interface ContainerContract extends ContractPart {
  private Containers containers() {
    return bench().runtime().containers();
  }

  @Test
  default void createdContainerWaitsForItsStart() {
    ContainerId id = bench().created(bench().sandbox(), Scripts.SLEEP);
    assertThat(bench().status(id).condition()).isEqualTo(new ContainerCondition.Created());
    assertThat(bench().status(id).createdAt()).isAfter(Instant.EPOCH);
  }

  @Test
  default void containerShowsWhoseItIs() {
    SandboxId sandbox = bench().sandbox();
    ContainerConfig asked = bench().container("main", 4, Scripts.SLEEP);
    ContainerId id = containers().create(sandbox, asked, bench().pod(0));
    ObservedContainer status = bench().status(id);
    assertThat(status.name()).isEqualTo("main");
    assertThat(status.attempt()).isEqualTo(4);
    assertThat(status.uid()).isEqualTo(bench().uid());
    ObservedContainer listed = containers().list(bench().uid()).getFirst();
    assertThat(listed.sandbox()).isEqualTo(sandbox);
    assertThat(listed.name()).isEqualTo("main");
    assertThat(listed.attempt()).isEqualTo(4);
    assertThat(listed.uid()).isEqualTo(bench().uid());
  }

  @Test
  default void labelsAndAnnotationsOfContainerComeBack() {
    ContainerConfig asked = bench().container(Scripts.SLEEP);
    ContainerId id = containers().create(bench().sandbox(), asked, bench().pod(0));
    assertThat(bench().status(id).labels()).isEqualTo(asked.labels());
    assertThat(bench().status(id).annotations()).isEqualTo(asked.annotations());
    ObservedContainer listed = containers().list(bench().uid()).getFirst();
    assertThat(listed.labels()).isEqualTo(asked.labels());
    assertThat(listed.annotations()).isEqualTo(asked.annotations());
  }

  @Test
  default void logPathLiesInTheLogDirectoryOfThePod() {
    SandboxConfig pod = bench().pod(0);
    ContainerId id = bench().created(bench().sandbox(), Scripts.SLEEP);
    assertThat(bench().status(id).logPath()).isEqualTo(pod.logDirectory() + "/main_0.log");
  }

  @Test
  default void whatContainerPrintsIsInItsLog() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.HELLO);
    bench().exited(id);
    String path = bench().status(id).logPath();
    bench()
        .await(
            "the log line",
            () ->
                bench()
                    .subject()
                    .file(path)
                    .orElse("")
                    .lines()
                    .anyMatch(line -> line.matches("\\S+ stdout F hello")));
  }

  @Test
  default void startedContainerRuns() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    ObservedContainer seen = bench().status(id);
    assertThat(seen.condition()).isInstanceOf(ContainerCondition.Running.class);
    assertThat(((ContainerCondition.Running) seen.condition()).startedAt())
        .isAfterOrEqualTo(seen.createdAt());
  }

  @Test
  default void containersRunSideBySideInOneSandbox() {
    SandboxId sandbox = bench().sandbox();
    bench().started(sandbox, Scripts.SLEEP);
    ContainerConfig second = bench().container("second", 0, Scripts.SLEEP);
    containers().start(containers().create(sandbox, second, bench().pod(0)));
    assertThat(containers().list(bench().uid())).hasSize(2).allMatch(ObservedContainer::running);
  }

  @Test
  default void nameOfContainerIsReservedWhileItExists() {
    SandboxId sandbox = bench().sandbox();
    bench().created(sandbox, Scripts.SLEEP);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> bench().created(sandbox, Scripts.SLEEP))
        .returns(FailureKind.ALREADY_EXISTS, OutsideFailure::kind)
        .withMessageContaining("reserved");
    assertThat(containers().list(bench().uid())).hasSize(1);
  }

  @Test
  default void nextAttemptOfContainerMayExistBesideTheFirst() {
    SandboxId sandbox = bench().sandbox();
    bench().exited(bench().started(sandbox, Scripts.EXIT_3));
    ContainerConfig next = bench().container("main", 1, Scripts.SLEEP);
    containers().start(containers().create(sandbox, next, bench().pod(0)));
    assertThat(containers().list(bench().uid()))
        .extracting(ObservedContainer::attempt)
        .containsExactlyInAnyOrder(0, 1);
  }

  @Test
  default void containerCannotBeCreatedInUnknownSandbox() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> bench().created(new SandboxId("0123456789abcdef"), Scripts.SLEEP))
        .returns(FailureKind.NOT_FOUND, OutsideFailure::kind);
  }

  @Test
  default void containerCannotBeCreatedInStoppedSandbox() {
    SandboxId sandbox = bench().sandbox();
    bench().runtime().sandboxes().stop(sandbox);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> bench().created(sandbox, Scripts.SLEEP));
    assertThat(containers().list(bench().uid())).isEmpty();
  }

  @Test
  default void containerCannotBeCreatedFromAbsentImage() {
    SandboxId sandbox = bench().sandbox();
    ContainerConfig config =
        ContractConfigs.container(
            "main", 0, bench().subject().absentImage(), List.of(), bench().pod(0));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> containers().create(sandbox, config, bench().pod(0)))
        .returns(FailureKind.NOT_FOUND, OutsideFailure::kind);
    assertThat(bench().created(sandbox, Scripts.SLEEP)).as("its name is free").isNotNull();
  }

  @Test
  default void unknownContainerCannotBeStarted() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> containers().start(new ContainerId("0123456789abcdef")))
        .returns(FailureKind.NOT_FOUND, OutsideFailure::kind);
  }

  @Test
  default void containerCannotBeStartedTwice() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    assertThatExceptionOfType(OutsideFailure.class).isThrownBy(() -> containers().start(id));
    assertThat(bench().status(id).running()).isTrue();
  }

  @Test
  default void exitedContainerCannotBeStartedAgain() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.EXIT_3);
    bench().exited(id);
    assertThatExceptionOfType(OutsideFailure.class).isThrownBy(() -> containers().start(id));
    assertThat(bench().exited(id).exitCode()).isEqualTo(3);
  }

  @Test
  default void containerWithoutItsProgramFailsToStartAndHasExited() {
    ContainerConfig config =
        ContractConfigs.container(
            "main", 0, bench().subject().busybox(), List.of("/no/such/program"), bench().pod(0));
    ContainerId id = containers().create(bench().sandbox(), config, bench().pod(0));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> containers().start(id))
        .withMessageContaining("/no/such/program");
    ContainerCondition.Exited exited = bench().exited(id);
    assertThat(exited.exitCode()).isEqualTo(128);
    assertThat(exited.reason()).isEqualTo("StartError");
    assertThat(exited.startedAt()).isEqualTo(Instant.EPOCH);
  }

  @Test
  default void listOfOnePodHasOnlyItsContainers() {
    ContainerId mine = bench().created(bench().sandbox(), Scripts.SLEEP);
    SandboxConfig other = bench().otherPod();
    SandboxId otherSandbox = bench().runtime().sandboxes().run(other, "");
    ContainerConfig config =
        ContractConfigs.container(
            "main", 0, bench().subject().busybox(), Scripts.shell(Scripts.SLEEP), other);
    ContainerId theirs = containers().create(otherSandbox, config, other);
    assertThat(containers().list(bench().uid()))
        .extracting(ObservedContainer::id)
        .containsExactly(mine);
    assertThat(containers().list(null)).extracting(ObservedContainer::id).contains(mine, theirs);
  }

  @Test
  default void unknownContainerHasNoStatus() {
    assertThat(containers().status(new ContainerId("0123456789abcdef"))).isEmpty();
  }

  @Test
  default void resourcesOfRunningContainerCanBeUpdated() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    containers().updateResources(id, ContractConfigs.resources(512));
    assertThat(bench().status(id).running()).isTrue();
  }

  @Test
  default void resourcesOfUnknownContainerCannotBeUpdated() {
    ContainerId unknown = new ContainerId("0123456789abcdef");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> containers().updateResources(unknown, ContractConfigs.resources(512)))
        .returns(FailureKind.NOT_FOUND, OutsideFailure::kind);
  }
}
