package dev.jubelet.model.runtime;

import java.util.List;

/**
 * What can be counted about a container or a pod, under the names that cAdvisor gave it and that
 * all dashboards know. Times are whole seconds, since CRI carries whole numbers.
 */
public enum UsageMetric {
  CPU_USAGE("container_cpu_usage_seconds_total", true, "Time on processors."),
  CPU_USER("container_cpu_user_seconds_total", true, "Time on processors, in programs."),
  CPU_SYSTEM("container_cpu_system_seconds_total", true, "Time on processors, in the kernel."),
  CPU_PERIODS("container_cpu_cfs_periods_total", true, "Periods in which a limit was looked at."),
  CPU_THROTTLED_PERIODS(
      "container_cpu_cfs_throttled_periods_total", true, "Periods in which the limit was reached."),
  CPU_THROTTLED(
      "container_cpu_cfs_throttled_seconds_total", true, "Time spent waiting for a new period."),

  MEMORY_USAGE("container_memory_usage_bytes", false, "Memory, with what could be given up."),
  MEMORY_WORKING_SET(
      "container_memory_working_set_bytes", false, "Memory without what can be given up at once."),
  MEMORY_MAX_USAGE("container_memory_max_usage_bytes", false, "The most memory so far."),
  MEMORY_CACHE("container_memory_cache", false, "Memory that holds files."),
  MEMORY_RSS("container_memory_rss", false, "Memory that holds no files."),
  MEMORY_KERNEL("container_memory_kernel_usage", false, "Memory of the kernel for it."),
  MEMORY_MAPPED("container_memory_mapped_file", false, "Memory of files that are mapped."),
  MEMORY_SWAP("container_memory_swap", false, "Memory that was swapped out."),
  MEMORY_FAILCNT("container_memory_failcnt", true, "How often the limit of memory was reached."),
  MEMORY_ACTIVE_FILE(
      "container_memory_total_active_file_bytes", false, "Memory of files in frequent use."),
  MEMORY_INACTIVE_FILE(
      "container_memory_total_inactive_file_bytes", false, "Memory of files in little use."),
  MEMORY_FAILURES("container_memory_failures_total", true, "Page faults.", "failure_type", "scope"),
  OOM_EVENTS("container_oom_events_total", true, "Processes killed for want of memory."),
  HUGETLB_USAGE("container_hugetlb_usage_bytes", false, "Huge pages in use.", "pagesize"),
  HUGETLB_MAX_USAGE(
      "container_hugetlb_max_usage_bytes", false, "The most huge pages so far.", "pagesize"),

  FS_USAGE("container_fs_usage_bytes", false, "Bytes in the writable layer.", "device"),
  FS_LIMIT("container_fs_limit_bytes", false, "Bytes that its file system can hold.", "device"),
  FS_READ_BYTES("container_fs_reads_bytes_total", true, "Bytes read from a device.", "device"),
  FS_READS("container_fs_reads_total", true, "Reads from a device.", "device"),
  FS_WRITE_BYTES("container_fs_writes_bytes_total", true, "Bytes written to a device.", "device"),
  FS_WRITES("container_fs_writes_total", true, "Writes to a device.", "device"),
  BLKIO(
      "container_blkio_device_usage_total",
      true,
      "Bytes moved to and from a device.",
      "device",
      "major",
      "minor",
      "operation"),

  NET_RX_BYTES("container_network_receive_bytes_total", true, "Bytes received.", "interface"),
  NET_RX_PACKETS("container_network_receive_packets_total", true, "Packets received.", "interface"),
  NET_RX_DROPPED(
      "container_network_receive_packets_dropped_total",
      true,
      "Packets dropped when they were received.",
      "interface"),
  NET_RX_ERRORS(
      "container_network_receive_errors_total", true, "Errors when receiving.", "interface"),
  NET_TX_BYTES("container_network_transmit_bytes_total", true, "Bytes sent.", "interface"),
  NET_TX_PACKETS("container_network_transmit_packets_total", true, "Packets sent.", "interface"),
  NET_TX_DROPPED(
      "container_network_transmit_packets_dropped_total",
      true,
      "Packets dropped when they were sent.",
      "interface"),
  NET_TX_ERRORS(
      "container_network_transmit_errors_total", true, "Errors when sending.", "interface"),

  PROCESSES("container_processes", false, "Processes."),
  THREADS("container_threads", false, "Threads."),
  THREADS_MAX("container_threads_max", false, "How many threads may be; 0 without a limit."),
  FILE_DESCRIPTORS("container_file_descriptors", false, "Open files."),
  SOCKETS("container_sockets", false, "Open sockets."),
  ULIMITS("container_ulimits_soft", false, "Limits of its first process.", "ulimit"),
  START_TIME("container_start_time_seconds", false, "When it was started, since the epoch."),
  LAST_SEEN("container_last_seen", false, "When this was counted, since the epoch."),

  SPEC_CPU_PERIOD("container_spec_cpu_period", false, "The period of its limit, in microseconds."),
  SPEC_CPU_QUOTA("container_spec_cpu_quota", false, "Its time in a period, in microseconds."),
  SPEC_CPU_SHARES("container_spec_cpu_shares", false, "Its weight among others."),
  SPEC_MEMORY_LIMIT("container_spec_memory_limit_bytes", false, "Its limit; 0 without one."),
  SPEC_MEMORY_RESERVATION(
      "container_spec_memory_reservation_limit_bytes", false, "Kept for it; 0 for nothing."),
  SPEC_SWAP_LIMIT(
      "container_spec_memory_swap_limit_bytes", false, "Its limit with swap; 0 without one.");

  private final String wireName;
  private final boolean counter;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // of List.of
  private final List<String> labels;

  UsageMetric(String wireName, boolean counter, String help, String... labels) {
    this.wireName = wireName;
    this.counter = counter;
    this.help = help;
    this.labels = List.of(labels);
  }

  public String wireName() {
    return wireName;
  }

  /** Whether it only grows; otherwise it is how things are now. */
  public boolean counter() {
    return counter;
  }

  public String help() {
    return help;
  }

  /** The names of labels beside those that say whose it is. */
  public List<String> labels() {
    return labels;
  }
}
