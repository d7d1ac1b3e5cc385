package dev.jubelet.runtime.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.UsageFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CgroupFiguresTest {
  private static final Map<String, String> SEPARATE =
      Map.ofEntries(
          Map.entry("cpuacct.usage", "61500000000\n"),
          Map.entry("cpuacct.stat", "user 4012\nsystem 2100\n"),
          Map.entry("cpu.stat", "nr_periods 40\nnr_throttled 7\nthrottled_time 3900000000\n"),
          Map.entry("memory.usage_in_bytes", "1000\n"),
          Map.entry("memory.max_usage_in_bytes", "4000\n"),
          Map.entry("memory.failcnt", "3\n"),
          Map.entry("memory.kmem.usage_in_bytes", "50\n"),
          Map.entry("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n"),
          Map.entry(
              "memory.stat",
              """
              cache 1
              pgfault 11
              pgmajfault 1
              total_cache 500
              total_rss 300
              total_mapped_file 20
              total_swap 5
              total_pgfault 22
              total_pgmajfault 2
              total_inactive_file 400
              total_active_file 100
              """),
          Map.entry("hugetlb.2MB.usage_in_bytes", "2097152\n"),
          Map.entry("hugetlb.2MB.max_usage_in_bytes", "4194304\n"),
          Map.entry("blkio.throttle.io_service_bytes_recursive", ""),
          Map.entry(
              "blkio.throttle.io_service_bytes",
              "8:0 Read 4096\n8:0 Write 512\n8:0 Sync 1\n8:0 Total 4608\nTotal 4608\n"),
          Map.entry("blkio.throttle.io_serviced", "8:0 Read 2\n8:0 Write 1\nTotal 3\n"),
          Map.entry("pids.current", "6\n"),
          Map.entry("pids.max", "100\n"));

  private static final Map<String, String> UNIFIED =
      Map.ofEntries(
          Map.entry(
              "cpu.stat",
              """
              usage_usec 61500000
              user_usec 40120000
              system_usec 21000000
              nr_periods 40
              nr_throttled 7
              throttled_usec 3900000
              """),
          Map.entry("memory.current", "1000\n"),
          Map.entry("memory.peak", "4000\n"),
          Map.entry("memory.swap.current", "5\n"),
          Map.entry("memory.events", "low 0\nhigh 0\nmax 3\noom 2\noom_kill 2\n"),
          Map.entry(
              "memory.stat",
              """
              anon 300
              file 500
              kernel 50
              file_mapped 20
              inactive_file 400
              active_file 100
              pgfault 22
              pgmajfault 2
              """),
          Map.entry("hugetlb.2MB.current", "2097152\n"),
          Map.entry("io.stat", "8:0 rbytes=4096 wbytes=512 rios=2 wios=1 dbytes=0 dios=0\n7:0 \n"),
          Map.entry("pids.current", "6\n"),
          Map.entry("pids.max", "max\n"));

  private static final Map<String, Long> BOTH =
      Map.ofEntries(
          Map.entry("container_cpu_usage_seconds_total", 61L),
          Map.entry("container_cpu_user_seconds_total", 40L),
          Map.entry("container_cpu_system_seconds_total", 21L),
          Map.entry("container_cpu_cfs_periods_total", 40L),
          Map.entry("container_cpu_cfs_throttled_periods_total", 7L),
          Map.entry("container_cpu_cfs_throttled_seconds_total", 3L),
          Map.entry("container_memory_usage_bytes", 1000L),
          Map.entry("container_memory_max_usage_bytes", 4000L),
          Map.entry("container_memory_working_set_bytes", 600L),
          Map.entry("container_memory_cache", 500L),
          Map.entry("container_memory_rss", 300L),
          Map.entry("container_memory_kernel_usage", 50L),
          Map.entry("container_memory_mapped_file", 20L),
          Map.entry("container_memory_swap", 5L),
          Map.entry("container_memory_failcnt", 3L),
          Map.entry("container_memory_total_active_file_bytes", 100L),
          Map.entry("container_memory_total_inactive_file_bytes", 400L),
          Map.entry("container_memory_failures_total[pgfault, hierarchy]", 22L),
          Map.entry("container_memory_failures_total[pgmajfault, hierarchy]", 2L),
          Map.entry("container_oom_events_total", 2L),
          Map.entry("container_hugetlb_usage_bytes[2MB]", 2097152L),
          Map.entry("container_fs_reads_bytes_total[8:0]", 4096L),
          Map.entry("container_fs_writes_bytes_total[8:0]", 512L),
          Map.entry("container_fs_reads_total[8:0]", 2L),
          Map.entry("container_fs_writes_total[8:0]", 1L),
          Map.entry("container_blkio_device_usage_total[8:0, 8, 0, Read]", 4096L),
          Map.entry("container_blkio_device_usage_total[8:0, 8, 0, Write]", 512L),
          Map.entry("container_threads", 6L));

  @TempDir Path directory = Path.of("");

  private Map<String, Long> figures(Map<String, String> samples, boolean unified)
      throws IOException {
    for (Map.Entry<String, String> each : samples.entrySet()) {
      Files.writeString(directory.resolve(each.getKey()), each.getValue());
    }
    Map<String, Long> found = new TreeMap<>();
    for (UsageFigure each : CgroupFigures.of((controller, file) -> read(file), unified)) {
      String labels = each.labels().isEmpty() ? "" : each.labels().toString();
      assertThat(found.put(each.metric().wireName() + labels, each.value()))
          .as("once only: " + each)
          .isNull();
    }
    return found;
  }

  private Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(directory.resolve(file)));
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  @Test
  void bothLayoutsTellTheSame() throws IOException {
    assertThat(figures(SEPARATE, false))
        .containsAllEntriesOf(BOTH)
        .containsEntry("container_threads_max", 100L)
        .containsEntry("container_hugetlb_max_usage_bytes[2MB]", 4194304L)
        .containsEntry("container_memory_failures_total[pgfault, container]", 11L)
        .hasSize(BOTH.size() + 4);
  }

  @Test
  void theUnifiedLayoutTellsTheSame() throws IOException {
    assertThat(figures(UNIFIED, true))
        .containsAllEntriesOf(BOTH)
        .containsEntry("container_threads_max", 0L)
        .containsEntry("container_memory_failures_total[pgfault, container]", 22L)
        .hasSize(BOTH.size() + 3);
  }

  @Test
  void whatIsAbsentOrStrangeIsLeftOut() throws IOException {
    assertThat(figures(Map.of(), true)).isEmpty();
    assertThat(figures(Map.of(), false)).isEmpty();
    assertThat(
            figures(Map.of("io.stat", "8:0\nx rbytes=1\n\n", "cpu.stat", "usage_usec x\n"), true))
        .isEqualTo(Map.of("container_cpu_usage_seconds_total", 0L));
  }

  @Test
  void processesAreCountedWithWhatTheyHaveOpen() throws IOException {
    Path one = Files.createDirectories(directory.resolve("11/fd"));
    Files.createSymbolicLink(one.resolve("0"), Path.of("/dev/null"));
    Files.createSymbolicLink(one.resolve("3"), Path.of("socket:[123]"));
    Files.createSymbolicLink(
        Files.createDirectories(directory.resolve("12/fd")).resolve("0"), Path.of("pipe:[5]"));
    Files.writeString(
        directory.resolve("11/limits"), "Max open files            1024       4096      files\n");
    assertThat(new ProcessFigures(directory).of("11\n12\n13\n", 11))
        .extracting(each -> each.metric().wireName() + each.labels() + each.value())
        .containsExactly(
            "container_processes[]3",
            "container_file_descriptors[]3",
            "container_sockets[]1",
            "container_ulimits_soft[max_open_files]1024");
  }

  @Test
  void theNetworkIsThatOfAProcess() throws IOException {
    Files.createDirectories(directory.resolve("11/net"));
    Files.writeString(
        directory.resolve("11/net/dev"),
        """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop
            lo:  9  9 0 0 0 0 0 0 9 9 0 0 0 0 0 0
          eth0: 100 10 1 2 0 0 0 0 200 20 3 4 0 0 0 0
        """);
    List<UsageFigure> figures = new ProcessFigures(directory).network(11);
    assertThat(figures)
        .extracting(each -> each.metric().wireName() + each.labels() + each.value())
        .containsExactlyInAnyOrder(
            "container_network_receive_bytes_total[eth0]100",
            "container_network_receive_packets_total[eth0]10",
            "container_network_receive_errors_total[eth0]1",
            "container_network_receive_packets_dropped_total[eth0]2",
            "container_network_transmit_bytes_total[eth0]200",
            "container_network_transmit_packets_total[eth0]20",
            "container_network_transmit_errors_total[eth0]3",
            "container_network_transmit_packets_dropped_total[eth0]4");
    assertThat(new ProcessFigures(directory).network(12)).isEmpty();
  }
}
