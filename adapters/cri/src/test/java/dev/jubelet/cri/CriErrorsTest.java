package dev.jubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.Status;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CriErrorsTest {
  private final CriErrors errors = new CriErrors(CriEndpoint.parse("/run/c.sock"));

  private OutsideFailure failure(Status status) {
    return errors.failure(
        RuntimeServiceGrpc.getRunPodSandboxMethod(), status, Duration.ofMinutes(4));
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FOUND, NOT_FOUND",
    "ALREADY_EXISTS, ALREADY_EXISTS",
    "INVALID_ARGUMENT, BAD_SPEC",
    "OUT_OF_RANGE, BAD_SPEC",
    "RESOURCE_EXHAUSTED, EXHAUSTED",
    "UNAVAILABLE, UNAVAILABLE",
    "DEADLINE_EXCEEDED, TIMED_OUT",
    "CANCELLED, TIMED_OUT",
    "PERMISSION_DENIED, DENIED",
    "UNAUTHENTICATED, DENIED",
    "UNIMPLEMENTED, UNIMPLEMENTED",
    "FAILED_PRECONDITION, INTERNAL",
    "ABORTED, INTERNAL",
    "INTERNAL, INTERNAL",
    "DATA_LOSS, INTERNAL",
    "UNKNOWN, INTERNAL"
  })
  void everyCodeHasItsKind(Status.Code code, FailureKind kind) {
    assertThat(failure(code.toStatus().withDescription("why")).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "failed to reserve sandbox name \"p_d_u_0\": name \"p_d_u_0\" is reserved for \"abc\""
            + " | ALREADY_EXISTS",
        "an error occurred when try to find container \"abc\": not found | NOT_FOUND",
        "failed to pull image: failed to resolve reference \"x:1\": x:1: not found | NOT_FOUND",
        "sandbox \"abc\": not found | NOT_FOUND",
        "failed to destroy network for sandbox \"abc\": plugin failed (delete): Link not found"
            + " | INTERNAL",
        "container \"abc\" does not exist | NOT_FOUND",
        "failed to extract layer: write /x: no space left on device: unknown | EXHAUSTED",
        "timeout 1s exceeded: context deadline exceeded | TIMED_OUT",
        "OCI runtime create failed: exec: \"nope\": executable file not found in $PATH: unknown"
            + " | INTERNAL",
        "OCI runtime exec failed: exec failed: stat /nope: no such file or directory | INTERNAL",
        "something else | INTERNAL"
      })
  void readsTheTextWhereTheCodeSaysNothing(String text, FailureKind kind) {
    OutsideFailure failure = failure(Status.UNKNOWN.withDescription(text));
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"UNKNOWN", "FAILED_PRECONDITION", "ABORTED", "INTERNAL"})
  void vagueCodesAreAllReadByTheirText(Status.Code code) {
    assertThat(failure(code.toStatus().withDescription("name \"a\" is reserved for \"b\"")).kind())
        .isEqualTo(FailureKind.ALREADY_EXISTS);
  }

  @Test
  void missingProgramIsNoMissingContainer() {
    assertThat(
            failure(Status.NOT_FOUND.withDescription("exec: \"x\": executable file not found"))
                .kind())
        .isEqualTo(FailureKind.INTERNAL);
  }

  @Test
  void saysWhyTheRuntimeIsAway() {
    Status status =
        Status.UNAVAILABLE
            .withDescription("io exception")
            .withCause(new IOException("wrapped", new ConnectException("Connection refused")));
    assertThat(failure(status).text())
        .isEqualTo("container runtime at unix:///run/c.sock is away: Connection refused");
  }

  @Test
  void sparesPeopleTheInsideOfTheTransport() {
    Status status = Status.UNAVAILABLE.withDescription("Network closed for unknown reason");
    assertThat(failure(status).text())
        .isEqualTo("container runtime at unix:///run/c.sock is away: connection closed");
  }

  @Test
  void saysHowLongItWaited() {
    Status own = Status.DEADLINE_EXCEEDED.withDescription("CallOptions deadline exceeded after 1s");
    assertThat(failure(own).text()).isEqualTo("RunPodSandbox had no answer within 4m");
  }

  @Test
  void keepsWhatTheRuntimeSaysOfItsOwnTimeouts() {
    Status theirs = Status.DEADLINE_EXCEEDED.withDescription("timeout 1s exceeded");
    assertThat(failure(theirs).text()).isEqualTo("timeout 1s exceeded");
  }

  @Test
  void namesTheCallWhenTheRuntimeSaysNothing() {
    assertThat(failure(Status.INTERNAL).text()).isEqualTo("RunPodSandbox failed: INTERNAL");
    assertThat(failure(Status.UNIMPLEMENTED).text())
        .isEqualTo("the container runtime does not know RunPodSandbox");
  }
}
