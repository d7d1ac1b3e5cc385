package dev.jubelet.decide.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.lifecycle.Setback;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PullWordsTest {
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
    assertThat(PullWords.spoken(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void pulledTellsBothTimesAndTheSize() {
    assertThat(PullWords.pulled("busybox", Duration.ofMillis(1200), Duration.ofSeconds(3), 77))
        .isEqualTo(
            "Successfully pulled image \"busybox\" in 1.2s (3s including waiting). Image size: 77"
                + " bytes.");
  }

  @Test
  void presentImageIsToldAsSuch() {
    assertThat(PullWords.present("busybox"))
        .isEqualTo("Container image \"busybox\" already present on machine");
  }

  @Test
  void runtimesOwnWordsDecideTheReason() {
    assertThat(PullWords.failed("img", "RegistryUnavailable: no route"))
        .isEqualTo(
            new Setback(
                "RegistryUnavailable",
                "image pull failed for img because the registry is unavailable: no route"));
    assertThat(PullWords.failed("img", "SignatureValidationFailed: bad key"))
        .isEqualTo(
            new Setback(
                "SignatureValidationFailed",
                "image pull failed for img because the signature validation failed: bad key"));
    assertThat(PullWords.failed("img", "anything else"))
        .isEqualTo(new Setback("ErrImagePull", "anything else"));
  }

  @Test
  void onlyFailedPullsBecomeBackOffs() {
    assertThat(PullWords.isPullFailure("ErrImagePull")).isTrue();
    assertThat(PullWords.isPullFailure("RegistryUnavailable")).isTrue();
    assertThat(PullWords.isPullFailure("SignatureValidationFailed")).isTrue();
    assertThat(PullWords.isPullFailure("InvalidImageName")).isFalse();
    assertThat(PullWords.isPullFailure("ErrImageNeverPull")).isFalse();
    assertThat(PullWords.isPullFailure("ImageInspectError")).isFalse();
  }
}
