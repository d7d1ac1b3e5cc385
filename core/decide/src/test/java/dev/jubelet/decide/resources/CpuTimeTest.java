package dev.jubelet.decide.resources;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuTimeTest {
  /** Computed by the Go kubelet 1.36.4. */
  @ParameterizedTest
  @CsvSource({
    "0, 2, 0, 0",
    "1, 2, 1000, 1000",
    "2, 2, 1000, 1000",
    "3, 3, 1000, 1000",
    "5, 5, 1000, 1000",
    "10, 10, 1000, 1000",
    "100, 102, 10000, 2000",
    "250, 256, 25000, 5000",
    "333, 340, 33300, 6660",
    "500, 512, 50000, 10000",
    "999, 1022, 99900, 19980",
    "1000, 1024, 100000, 20000",
    "1001, 1025, 100100, 20020",
    "1500, 1536, 150000, 30000",
    "64000, 65536, 6400000, 1280000",
    "256000, 262144, 25600000, 5120000",
    "300000, 262144, 30000000, 6000000"
  })
  void convertsThousandthsOfCpu(long milli, long shares, long quotaOf100ms, long quotaOf20ms) {
    assertThat(CpuTime.shares(milli)).isEqualTo(shares);
    assertThat(CpuTime.quotaMicros(milli, 100_000)).isEqualTo(quotaOf100ms);
    assertThat(CpuTime.quotaMicros(milli, 20_000)).isEqualTo(quotaOf20ms);
  }
}
