package dev.jubelet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-01-02T15:04:05Z",
        "0000-01-01T00:00:00Z",
        "2028-02-29T23:59:59Z",
        "2030-01-02T15:04:05.5Z",
        "2030-01-02T15:04:05+02:00",
      })
  void readsWhatTheFormatterReads(String text) {
    assertThat(Timestamps.parse(text)).isEqualTo(OffsetDateTime.parse(text).toInstant());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2029-02-29T00:00:00Z", "2030-13-01T00:00:00Z", "2030-01-02T15:04:60Z", "soon"})
  void refusesWhatIsNoTime(String text) {
    assertThatThrownBy(() -> Timestamps.parse(text)).isInstanceOf(DateTimeException.class);
  }
}
