package dev.jubelet.runtime.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CgroupPlaceTest {
  @ParameterizedTest
  @CsvSource({
    "system.slice, /system.slice",
    "a-b-c.slice, /a.slice/a-b.slice/a-b-c.slice",
    "/a.slice/a-b.slice, /a.slice/a-b.slice",
    "/x/y, /x/y"
  })
  void slicesAreInsideEachOther(String parent, String path) {
    assertThat(CgroupPlace.slices(parent)).isEqualTo(path);
  }

  @Test
  void figureIsFoundByItsWholeName() {
    String text = "total_inactive_file_x 5\ninactive_file 7\ntotal_inactive_file 9";
    assertThat(EmbeddedStats.Figures.field(text, "total_inactive_file")).isEqualTo(9);
    assertThat(EmbeddedStats.Figures.field(text, "absent")).isZero();
  }
}
