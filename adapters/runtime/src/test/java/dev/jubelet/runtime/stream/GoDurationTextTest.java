package dev.jubelet.runtime.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoDurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "PT1S, 1s",
    "PT0.25S, 250ms",
    "PT1.5S, 1.5s",
    "PT1M, 1m0s",
    "PT1M30S, 1m30s",
    "PT2H3S, 2h0m3s"
  })
  void durationsAreWrittenAsInGo(Duration duration, String text) {
    assertThat(GoDurationText.of(duration)).isEqualTo(text);
  }
}
