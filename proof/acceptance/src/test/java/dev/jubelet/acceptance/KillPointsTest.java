package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever renames what a kill point names learns it at once. */
final class KillPointsTest {
  static Stream<KillPoint> points() {
    return Stream.concat(KillPoints.all().stream(), KillPoints.ofSecondLife().stream());
  }

  @ParameterizedTest
  @MethodSource("points")
  void everyPointIsSomewhereInTheCode(KillPoint point) {
    assertThat(point.places()).isNotEmpty();
  }
}
