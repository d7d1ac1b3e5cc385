package dev.jubelet.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.StreamTarget;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands in containers, and where streams are served. */
public interface StreamContract extends ContractPart {
  int OUTPUT_MAX = 10 << 10;

  private ContainerStreams streams() {
    return bench().runtime().streams();
  }

  private ExecOutcome exec(String script) {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    return streams().execSync(id, Scripts.shell(script), ContractPod.PATIENCE, OUTPUT_MAX);
  }

  @Test
  default void execReturnsBothOutputsApart() {
    ExecOutcome outcome = exec("echo hello; echo trouble >&2");
    assertThat(new String(outcome.stdout(), UTF_8)).isEqualTo("hello\n");
    assertThat(new String(outcome.stderr(), UTF_8)).isEqualTo("trouble\n");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  default void execReturnsTheExitCode() {
    assertThat(exec("exit 5").exitCode()).isEqualTo(5);
  }

  @Test
  default void execKeepsNoMoreThanTheCallerWants() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    try (ExecOutcome outcome =
        streams()
            .execSync(
                id,
                Scripts.shell("echo hello; echo trouble >&2; exit 5"),
                ContractPod.PATIENCE,
                3)) {
      assertThat(new String(outcome.stdout(), UTF_8)).isEqualTo("hel");
      assertThat(new String(outcome.stderr(), UTF_8)).isEqualTo("tro");
      assertThat(outcome.exitCode()).isEqualTo(5);
    }
  }

  @Test
  default void execHasATimeOut() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    List<String> slow = Scripts.shell("sleep 3600");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> streams().execSync(id, slow, Duration.ofSeconds(1), OUTPUT_MAX))
        .returns(FailureKind.TIMED_OUT, OutsideFailure::kind);
    assertThat(bench().status(id).running()).isTrue();
  }

  @Test
  default void execInUnknownContainerFails() {
    List<String> command = Scripts.shell("true");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() ->
            streams()
                .execSync(new ContainerId("0123456789abcdef"), command, Duration.ZERO, OUTPUT_MAX))
        .returns(FailureKind.NOT_FOUND, OutsideFailure::kind);
  }

  @Test
  default void execInExitedContainerFails() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.EXIT_0);
    bench().exited(id);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(
            () -> streams().execSync(id, Scripts.shell("true"), ContractPod.PATIENCE, OUTPUT_MAX));
  }

  @Test
  default void execInCreatedContainerFails() {
    ContainerId id = bench().created(bench().sandbox(), Scripts.SLEEP);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(
            () -> streams().execSync(id, Scripts.shell("true"), ContractPod.PATIENCE, OUTPUT_MAX));
  }

  @Test
  default void streamsAreServedHereOrAtAnAddress() {
    SandboxId sandbox = bench().sandbox();
    ContainerId id = bench().started(sandbox, Scripts.SLEEP);
    var options = new StreamOptions(false, true, true, false);
    assertServes(streams().exec(id, Scripts.shell("true"), options), options);
    assertServes(streams().attach(id, options), options);
    switch (streams().portForward(sandbox, List.of(80))) {
      case StreamTarget.Url url -> assertThat(url.address().toString()).contains("://");
      case StreamSession session ->
          assertThat(((StreamSession.Ports) session).ports()).containsExactly(80);
    }
  }

  private static void assertServes(StreamTarget target, StreamOptions options) {
    switch (target) {
      case StreamTarget.Url url -> assertThat(url.address().toString()).contains("://");
      case StreamSession session ->
          assertThat(((StreamSession.Command) session).options()).isEqualTo(options);
    }
  }

  @Test
  default void logOfRunningContainerCanBeReopened() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.SLEEP);
    assertThatCode(() -> streams().reopenLog(id)).doesNotThrowAnyException();
  }

  @Test
  default void logOfExitedContainerCannotBeReopened() {
    ContainerId id = bench().started(bench().sandbox(), Scripts.EXIT_0);
    bench().exited(id);
    assertThatExceptionOfType(OutsideFailure.class).isThrownBy(() -> streams().reopenLog(id));
  }
}
