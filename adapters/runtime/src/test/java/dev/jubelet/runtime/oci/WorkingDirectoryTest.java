package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkingDirectoryTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/proc/self/fd/7",
        "/proc/self/fd/8/../../..",
        "/proc/1/cwd",
        "/x/../proc//self/fd/9",
        "proc/thread-self/fd/7",
        "/dev/fd/7",
        "/dev/fd",
        "/dev/stdin",
      })
  void openFilesAreRefused(String path) {
    Requests request = new Requests();
    request.workingDir = path;
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(request::spec)
        .withMessageContaining("the working directory /")
        .returns(FailureKind.BAD_SPEC, OutsideFailure::kind);
    String config = "{\"process\": {\"cwd\": \"/" + path + "\"}}";
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> ProcessSpec.of(config, List.of("true"), false))
        .returns(FailureKind.BAD_SPEC, OutsideFailure::kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/proc", "/process/x", "/srv/proc/1", "/dev/shm", "work"})
  void othersAreNot(String path) {
    Requests request = new Requests();
    request.workingDir = path;
    assertThat(new SpecText(request.spec()).at("process.cwd")).startsWith("\"/");
  }
}
