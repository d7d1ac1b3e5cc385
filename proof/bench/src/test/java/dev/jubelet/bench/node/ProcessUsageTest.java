package dev.jubelet.bench.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProcessUsageTest {
  private static final String STAT =
      "42 (a (strange) name) S 1 42 42 0 -1 4194560 2000 0 3 0 150 50 0 0 20 0 17 0 900 1 2 3";

  @Test
  void addsUserAndSystemTimeWhateverTheNameIs() {
    assertThat(ProcessUsage.of(STAT, List.of()).cpuSeconds()).isEqualTo(2.0);
  }

  @Test
  void readsMemoryInMib() {
    ProcessUsage usage =
        ProcessUsage.of(
            STAT,
            List.of(
                "Name:\tjava",
                "VmHWM:\t  204800 kB",
                "VmRSS:\t  102400 kB",
                "RssAnon:\t 51200 kB"));
    assertThat(usage).isEqualTo(new ProcessUsage(2.0, 100, 50, 200));
  }

  @Test
  void readsItself() {
    ProcessUsage usage = ProcessUsage.of(ProcessHandle.current().pid());
    assertThat(usage.residentMib()).isGreaterThan(usage.anonymousMib());
    assertThat(usage.cpuSeconds()).isPositive();
  }
}
