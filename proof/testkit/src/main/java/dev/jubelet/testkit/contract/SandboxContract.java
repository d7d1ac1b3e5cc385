package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How sandboxes come to be and how they look. */
public interface SandboxContract extends ContractPart {
  private Sandboxes sandboxes() {
    return bench().runtime().sandboxes();
  }

  @Test
  default void sandboxIsReadyWhenItRuns() {
    assertThat(bench().status(bench().sandbox()).ready()).isTrue();
  }

  @Test
  default void sandboxHasAnAddress() {
    assertThat(bench().status(bench().sandbox()).ips()).isNotEmpty();
  }

  @Test
  default void sandboxesOfTwoPodsHaveDifferentAddresses() {
    ObservedSandbox one = bench().status(bench().sandbox());
    ObservedSandbox two = bench().status(sandboxes().run(bench().otherPod(), ""));
    assertThat(one.ips()).doesNotContainAnyElementsOf(two.ips());
  }

  @Test
  default void sandboxInTheNodesNetworkHasNoAddressOfItsOwn() {
    SandboxId id = sandboxes().run(bench().hostNetworkPod(), "");
    ObservedSandbox seen = bench().status(id);
    assertThat(seen.ips()).isEmpty();
    assertThat(seen.network()).isEqualTo(NamespaceOptions.Mode.NODE);
  }

  @Test
  default void sandboxShowsWhoseItIs() {
    SandboxConfig asked = bench().pod(2);
    ObservedSandbox seen = bench().status(sandboxes().run(asked, ""));
    assertThat(seen.name()).isEqualTo(asked.name());
    assertThat(seen.namespace()).isEqualTo(asked.namespace());
    assertThat(seen.uid()).isEqualTo(bench().uid());
    assertThat(seen.attempt()).isEqualTo(2);
    assertThat(seen.createdAt()).isAfter(Instant.EPOCH);
  }

  @Test
  default void labelsAndAnnotationsOfSandboxComeBack() {
    SandboxConfig asked = bench().pod(0);
    SandboxId id = bench().sandbox();
    assertThat(bench().status(id).labels()).isEqualTo(asked.labels());
    assertThat(bench().status(id).annotations()).isEqualTo(asked.annotations());
    ObservedSandbox listed = sandboxes().list(bench().uid()).getFirst();
    assertThat(listed.labels()).isEqualTo(asked.labels());
    assertThat(listed.annotations()).isEqualTo(asked.annotations());
  }

  @Test
  default void listOfOnePodHasOnlyItsSandboxes() {
    SandboxId mine = bench().sandbox();
    sandboxes().run(bench().otherPod(), "");
    assertThat(sandboxes().list(bench().uid()))
        .extracting(ObservedSandbox::id)
        .containsExactly(mine);
  }

  @Test
  default void listOfAllPodsHasEverySandbox() {
    SandboxId mine = bench().sandbox();
    SandboxId other = sandboxes().run(bench().otherPod(), "");
    assertThat(sandboxes().list(null)).extracting(ObservedSandbox::id).contains(mine, other);
  }

  @Test
  default void listOfSandboxesHasNoAddresses() {
    bench().sandbox();
    assertThat(sandboxes().list(bench().uid()).getFirst().ips()).isEmpty();
  }

  @Test
  default void listedSandboxLooksLikeItsStatusOtherwise() {
    SandboxId id = bench().sandbox();
    ObservedSandbox listed = sandboxes().list(bench().uid()).getFirst();
    ObservedSandbox status = bench().status(id);
    assertThat(listed)
        .usingRecursiveComparison()
        .ignoringFields("ips", "network")
        .isEqualTo(status);
  }

  @Test
  default void nameOfSandboxIsReservedWhileItExists() {
    SandboxId first = bench().sandbox();
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sandboxes().run(bench().pod(0), ""))
        .returns(FailureKind.ALREADY_EXISTS, OutsideFailure::kind)
        .withMessageContaining("reserved");
    assertThat(sandboxes().list(bench().uid()))
        .extracting(ObservedSandbox::id)
        .containsExactly(first);
  }

  @Test
  default void nameOfSandboxStaysReservedWhenItIsStopped() {
    sandboxes().stop(bench().sandbox());
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sandboxes().run(bench().pod(0), ""))
        .returns(FailureKind.ALREADY_EXISTS, OutsideFailure::kind);
  }

  @Test
  default void nextAttemptOfSandboxRunsBesideTheStoppedOne() {
    SandboxId first = bench().sandbox();
    sandboxes().stop(first);
    SandboxId second = sandboxes().run(bench().pod(1), "");
    assertThat(sandboxes().list(bench().uid()))
        .extracting(ObservedSandbox::id, ObservedSandbox::attempt, ObservedSandbox::ready)
        .containsExactlyInAnyOrder(tuple(first, 0, false), tuple(second, 1, true));
  }

  @Test
  default void unknownRuntimeHandlerIsRefused() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sandboxes().run(bench().pod(0), "no-such-handler"));
    assertThat(sandboxes().list(bench().uid())).isEmpty();
  }

  @Test
  default void unknownSandboxHasNoStatus() {
    assertThat(sandboxes().status(new SandboxId("0123456789abcdef"))).isEmpty();
  }
}
