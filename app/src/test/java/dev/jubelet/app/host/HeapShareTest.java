package dev.jubelet.app.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapShareTest {
  @ParameterizedTest
  @CsvSource({
    "24, 160, 25165824",
    // More heap is room for the node itself.
    "24, 4096, 25165824",
    "24, 80, 12582912",
    "8, 96, 5033164",
  })
  void sharesShrinkWithTheHeapOfASmallMachine(int share, long heap, long bytes) {
    assertThat(HeapShare.bytes(share, heap << 20)).isEqualTo(bytes);
  }
}
