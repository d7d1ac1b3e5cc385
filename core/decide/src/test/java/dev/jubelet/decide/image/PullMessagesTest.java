package dev.jubelet.decide.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.lifecycle.WaitingReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PullMessagesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ms",
    "999, 999ms",
    "1000, 1s",
    "1200, 1.2s",
    "1234, 1.234s",
    "61000, 1m1s",
    "62500, 1m2.5s",
    "3600000, 1h0m0s",
    "3723004, 1h2m3.004s"
  })
  void durationsAreWrittenAsGoWritesThem(long millis, String text) {
    assertThat(PullMessages.spoken(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void pulledTellsBothTimesAndTheSize() {
    assertThat(PullMessages.pulled("busybox", Duration.ofMillis(1200), Duration.ofSeconds(3), 77))
        .isEqualTo(
            "Successfully pulled image \"busybox\" in 1.2s (3s including waiting). Image size: 77"
                + " bytes.");
  }

  @Test
  void presentImageIsToldAsSuch() {
    assertThat(PullMessages.present("busybox"))
        .isEqualTo(
            "Container image \"busybox\" already present on machine and can be accessed by the"
                + " pod");
  }

  @Test
  void runtimesOwnWordsDecideTheReason() {
    assertThat(PullMessages.failed("img", "RegistryUnavailable: no route"))
        .isEqualTo(
            new WaitingReason(
                "RegistryUnavailable",
                "image pull failed for img because the registry is unavailable: no route"));
    assertThat(PullMessages.failed("img", "SignatureValidationFailed: bad key"))
        .isEqualTo(
            new WaitingReason(
                "SignatureValidationFailed",
                "image pull failed for img because the signature validation failed: bad key"));
    assertThat(PullMessages.failed("img", "anything else"))
        .isEqualTo(new WaitingReason("ErrImagePull", "anything else"));
  }

  @Test
  void onlyFailedPullsBecomeBackOffs() {
    assertThat(PullMessages.isPullFailure("ErrImagePull")).isTrue();
    assertThat(PullMessages.isPullFailure("RegistryUnavailable")).isTrue();
    assertThat(PullMessages.isPullFailure("SignatureValidationFailed")).isTrue();
    assertThat(PullMessages.isPullFailure("InvalidImageName")).isFalse();
    assertThat(PullMessages.isPullFailure("ErrImageNeverPull")).isFalse();
    assertThat(PullMessages.isPullFailure("ImageInspectError")).isFalse();
  }
}
