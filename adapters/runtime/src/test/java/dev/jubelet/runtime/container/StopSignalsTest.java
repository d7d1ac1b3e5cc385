package dev.jubelet.runtime.container;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StopSignalsTest {
  @ParameterizedTest
  @CsvSource({
    "SIGTERM, 15",
    "TERM, 15",
    "term, 15",
    "15, 15",
    "SIGQUIT, 3",
    "USR1, 10",
    "9, 9",
    "SIGRTMIN, 34",
    "SIGRTMIN+3, 37",
    "RTMAX-1, 63",
    "SIGRTMIN+99, 15",
    "65, 15",
    "0, 15",
    "nonsense, 15",
    "'', 15",
    "SIG, 15"
  })
  void signalIsKnownByEachOfItsNames(String name, int number) {
    assertThat(StopSignals.number(name)).isEqualTo(number);
  }
}
