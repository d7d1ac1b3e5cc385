package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.runtime.Sandboxes;
import org.junit.jupiter.api.Test;

/** How sandboxes end. CRI: stopping and removing are idempotent. */
public interface SandboxEndContract extends ContractPart {
  SandboxId UNKNOWN_SANDBOX = new SandboxId("0123456789abcdef");

  private Sandboxes sandboxes() {
    return bench().runtime().sandboxes();
  }

  @Test
  default void stoppedSandboxIsNotReadyAndHasNoAddress() {
    SandboxId id = bench().sandbox();
    sandboxes().stop(id);
    bench().await("the sandbox to be not ready", () -> !bench().status(id).ready());
    assertThat(bench().status(id).ips()).isEmpty();
  }

  @Test
  default void stoppingSandboxTwiceSucceeds() {
    SandboxId id = bench().sandbox();
    sandboxes().stop(id);
    assertThatCode(() -> sandboxes().stop(id)).doesNotThrowAnyException();
  }

  @Test
  default void stoppingUnknownSandboxSucceeds() {
    assertThatCode(() -> sandboxes().stop(UNKNOWN_SANDBOX)).doesNotThrowAnyException();
  }

  @Test
  default void stoppingSandboxKillsItsContainers() {
    SandboxId id = bench().sandbox();
    ContainerId container = bench().started(id, Scripts.SLEEP);
    sandboxes().stop(id);
    assertThat(bench().exited(container).exitCode()).isEqualTo(137);
  }

  @Test
  default void stoppingSandboxLeavesTheCodeOfWhatHasExited() {
    SandboxId id = bench().sandbox();
    ContainerId container = bench().started(id, Scripts.EXIT_3);
    bench().exited(container);
    sandboxes().stop(id);
    assertThat(bench().exited(container).exitCode()).isEqualTo(3);
  }

  @Test
  default void removedSandboxIsGone() {
    SandboxId id = bench().sandbox();
    sandboxes().stop(id);
    sandboxes().remove(id);
    assertThat(sandboxes().status(id)).isEmpty();
    assertThat(sandboxes().list(bench().uid())).isEmpty();
  }

  @Test
  default void removingSandboxTwiceSucceeds() {
    SandboxId id = bench().sandbox();
    sandboxes().remove(id);
    assertThatCode(() -> sandboxes().remove(id)).doesNotThrowAnyException();
  }

  @Test
  default void removingUnknownSandboxSucceeds() {
    assertThatCode(() -> sandboxes().remove(UNKNOWN_SANDBOX)).doesNotThrowAnyException();
  }

  @Test
  default void removingReadySandboxEndsEverythingInIt() {
    SandboxId id = bench().sandbox();
    ContainerId container = bench().started(id, Scripts.SLEEP);
    sandboxes().remove(id);
    assertThat(sandboxes().status(id)).isEmpty();
    assertThat(bench().runtime().containers().status(container)).isEmpty();
  }

  @Test
  default void removingSandboxRemovesContainersInEveryCondition() {
    SandboxId id = bench().sandbox();
    ContainerId exited = bench().started(id, Scripts.EXIT_0);
    bench().exited(exited);
    bench()
        .runtime()
        .containers()
        .create(id, bench().container("later", 0, "true"), bench().pod(0));
    sandboxes().stop(id);
    sandboxes().remove(id);
    assertThat(bench().runtime().containers().list(bench().uid())).isEmpty();
  }

  @Test
  default void nameOfSandboxIsFreeAgainAfterItsRemoval() {
    SandboxId first = bench().sandbox();
    sandboxes().remove(first);
    SandboxId second = bench().sandbox();
    assertThat(second).isNotEqualTo(first);
    assertThat(bench().status(second).ready()).isTrue();
  }

  @Test
  default void containersMayRunInNextAttemptOfSandbox() {
    sandboxes().stop(bench().sandbox());
    SandboxId second = sandboxes().run(bench().pod(1), "");
    ContainerId container = bench().started(second, Scripts.SLEEP);
    assertThat(bench().status(container).condition())
        .isInstanceOf(ContainerCondition.Running.class);
  }
}
