package dev.jubelet.runtime.stats;

import static dev.jubelet.model.runtime.UsageMetric.BLKIO;
import static dev.jubelet.model.runtime.UsageMetric.CPU_PERIODS;
import static dev.jubelet.model.runtime.UsageMetric.CPU_SYSTEM;
import static dev.jubelet.model.runtime.UsageMetric.CPU_THROTTLED;
import static dev.jubelet.model.runtime.UsageMetric.CPU_THROTTLED_PERIODS;
import static dev.jubelet.model.runtime.UsageMetric.CPU_USAGE;
import static dev.jubelet.model.runtime.UsageMetric.CPU_USER;
import static dev.jubelet.model.runtime.UsageMetric.FS_READS;
import static dev.jubelet.model.runtime.UsageMetric.FS_READ_BYTES;
import static dev.jubelet.model.runtime.UsageMetric.FS_WRITES;
import static dev.jubelet.model.runtime.UsageMetric.FS_WRITE_BYTES;
import static dev.jubelet.model.runtime.UsageMetric.HUGETLB_MAX_USAGE;
import static dev.jubelet.model.runtime.UsageMetric.HUGETLB_USAGE;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_ACTIVE_FILE;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_CACHE;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_FAILCNT;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_FAILURES;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_INACTIVE_FILE;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_KERNEL;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_MAPPED;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_MAX_USAGE;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_RSS;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_SWAP;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_USAGE;
import static dev.jubelet.model.runtime.UsageMetric.MEMORY_WORKING_SET;
import static dev.jubelet.model.runtime.UsageMetric.OOM_EVENTS;
import static dev.jubelet.model.runtime.UsageMetric.THREADS;
import static dev.jubelet.model.runtime.UsageMetric.THREADS_MAX;

import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.model.runtime.UsageMetric;
import dev.jubelet.runtime.inventory.KernelFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a cgroup counts, in either layout, under the names of cAdvisor. */
final class CgroupFigures {
  private static final long NANOS = 1_000_000_000L;
  private static final long MICROS = 1_000_000L;

  /** cgroup v1 counts user and system time in clock ticks, which are hundredths for programs. */
  private static final long TICKS = 100;

  private static final List<String> PAGE_SIZES =
      List.of("64KB", "2MB", "32MB", "512MB", "1GB", "16GB");

  /** What devices read and write, by the kernel's words for it. */
  private static final Map<String, UsageMetric> BYTES =
      Map.of("Read", FS_READ_BYTES, "Write", FS_WRITE_BYTES);

  private static final Map<String, UsageMetric> OPERATIONS =
      Map.of("Read", FS_READS, "Write", FS_WRITES);

  /** The files of one cgroup. */
  interface Files {
    Optional<String> read(String controller, String file);
  }

  private final Files files;
  private final List<UsageFigure> figures = new ArrayList<>();

  private CgroupFigures(Files files) {
    this.files = files;
  }

  /** What is absent is left out: kernels and their settings differ. */
  static List<UsageFigure> of(Files files, boolean unified) {
    CgroupFigures all = new CgroupFigures(files);
    if (unified) {
      all.unified();
    } else {
      all.separate();
    }
    all.common();
    return all.figures;
  }

  private void separate() {
    number(CPU_USAGE, "cpuacct", "cpuacct.usage", NANOS);
    fields("cpuacct", "cpuacct.stat", TICKS, Map.of("user", CPU_USER, "system", CPU_SYSTEM));
    periods();
    fields("cpu", "cpu.stat", NANOS, Map.of("throttled_time", CPU_THROTTLED));
    number(MEMORY_USAGE, "memory", "memory.usage_in_bytes", 1);
    number(MEMORY_MAX_USAGE, "memory", "memory.max_usage_in_bytes", 1);
    number(MEMORY_FAILCNT, "memory", "memory.failcnt", 1);
    number(MEMORY_KERNEL, "memory", "memory.kmem.usage_in_bytes", 1);
    fields(
        "memory",
        "memory.stat",
        1,
        Map.of(
            "total_cache", MEMORY_CACHE,
            "total_rss", MEMORY_RSS,
            "total_mapped_file", MEMORY_MAPPED,
            "total_swap", MEMORY_SWAP,
            "total_active_file", MEMORY_ACTIVE_FILE,
            "total_inactive_file", MEMORY_INACTIVE_FILE));
    faults("pgfault", "pgmajfault", "container");
    faults("total_pgfault", "total_pgmajfault", "hierarchy");
    workingSet("memory.usage_in_bytes", "total_inactive_file");
    fields("memory", "memory.oom_control", 1, Map.of("oom_kill", OOM_EVENTS));
    for (String size : PAGE_SIZES) {
      number(HUGETLB_USAGE, "hugetlb", "hugetlb." + size + ".usage_in_bytes", 1, size);
      number(HUGETLB_MAX_USAGE, "hugetlb", "hugetlb." + size + ".max_usage_in_bytes", 1, size);
    }
    devices(
        first(
            "blkio",
            "blkio.throttle.io_service_bytes_recursive",
            "blkio.throttle.io_service_bytes"),
        BYTES);
    devices(
        first("blkio", "blkio.throttle.io_serviced_recursive", "blkio.throttle.io_serviced"),
        OPERATIONS);
  }

  private void unified() {
    fields(
        "cpu",
        "cpu.stat",
        MICROS,
        Map.of(
            "usage_usec", CPU_USAGE,
            "user_usec", CPU_USER,
            "system_usec", CPU_SYSTEM,
            "throttled_usec", CPU_THROTTLED));
    periods();
    number(MEMORY_USAGE, "memory", "memory.current", 1);
    number(MEMORY_MAX_USAGE, "memory", "memory.peak", 1);
    number(MEMORY_SWAP, "memory", "memory.swap.current", 1);
    fields("memory", "memory.events", 1, Map.of("max", MEMORY_FAILCNT, "oom_kill", OOM_EVENTS));
    fields(
        "memory",
        "memory.stat",
        1,
        Map.of(
            "file", MEMORY_CACHE,
            "anon", MEMORY_RSS,
            "kernel", MEMORY_KERNEL,
            "file_mapped", MEMORY_MAPPED,
            "active_file", MEMORY_ACTIVE_FILE,
            "inactive_file", MEMORY_INACTIVE_FILE));
    // It has one count, of the whole tree; a container's tree is the container.
    faults("pgfault", "pgmajfault", "container");
    faults("pgfault", "pgmajfault", "hierarchy");
    workingSet("memory.current", "inactive_file");
    for (String size : PAGE_SIZES) {
      number(HUGETLB_USAGE, "hugetlb", "hugetlb." + size + ".current", 1, size);
    }
    unifiedDevices(files.read("io", "io.stat").orElse(""));
  }

  private void common() {
    number(THREADS, "pids", "pids.current", 1);
    // "max" is no number, and 0 says so in these names.
    files.read("pids", "pids.max").ifPresent(text -> add(THREADS_MAX, KernelFigures.number(text)));
  }

  private void periods() {
    fields(
        "cpu",
        "cpu.stat",
        1,
        Map.of("nr_periods", CPU_PERIODS, "nr_throttled", CPU_THROTTLED_PERIODS));
  }

  private void faults(String minor, String major, String scope) {
    files
        .read("memory", "memory.stat")
        .ifPresent(text -> {
          add(MEMORY_FAILURES, KernelFigures.field(text, minor), "pgfault", scope);
          add(MEMORY_FAILURES, KernelFigures.field(text, major), "pgmajfault", scope);
        });
  }

  private void workingSet(String usage, String inactive) {
    files
        .read("memory", usage)
        .ifPresent(text -> {
          long reclaimable =
              files
                  .read("memory", "memory.stat")
                  .map(stat -> KernelFigures.field(stat, inactive))
                  .orElse(0L);
          add(MEMORY_WORKING_SET, Math.max(0, KernelFigures.number(text) - reclaimable));
        });
  }

  /** Lines such as {@code 8:0 Read 4096}; the last, without a device, is a sum. */
  private void devices(String text, Map<String, UsageMetric> metrics) {
    for (String line : text.lines().toList()) {
      String[] words = line.split(" ", -1);
      if (words.length == 3) {
        moved(words[0], words[1], KernelFigures.number(words[2]), metrics);
      }
    }
  }

  /** Lines such as {@code 8:0 rbytes=4096 wbytes=0 rios=1 wios=0}. */
  private void unifiedDevices(String text) {
    for (String line : text.lines().toList()) {
      String[] words = line.split(" ", -1);
      Map<String, Long> counts = new TreeMap<>();
      for (String word : words) {
        int equals = word.indexOf('=');
        if (equals > 0) {
          counts.put(word.substring(0, equals), KernelFigures.number(word.substring(equals + 1)));
        }
      }
      String device = words[0];
      if (counts.containsKey("rbytes")) {
        moved(device, "Read", counts.get("rbytes"), BYTES);
        moved(device, "Write", counts.getOrDefault("wbytes", 0L), BYTES);
        moved(device, "Read", counts.getOrDefault("rios", 0L), OPERATIONS);
        moved(device, "Write", counts.getOrDefault("wios", 0L), OPERATIONS);
      }
    }
  }

  private void moved(
      String device, String operation, long count, Map<String, UsageMetric> metrics) {
    UsageMetric metric = metrics.get(operation);
    String[] numbers = device.split(":", -1);
    if (metric == null || numbers.length != 2) {
      return;
    }
    add(metric, count, device);
    if (metrics.equals(BYTES)) {
      add(BLKIO, count, device, numbers[0], numbers[1], operation);
    }
  }

  private String first(String controller, String name, String otherwise) {
    return files
        .read(controller, name)
        .filter(text -> !text.isBlank())
        .or(() -> files.read(controller, otherwise))
        .orElse("");
  }

  private void number(
      UsageMetric metric, String controller, String file, long unit, String... labels) {
    files
        .read(controller, file)
        .ifPresent(text -> add(metric, KernelFigures.number(text) / unit, labels));
  }

  private void fields(
      String controller, String file, long unit, Map<String, UsageMetric> wantedByName) {
    files
        .read(controller, file)
        .ifPresent(text ->
            wantedByName.forEach((name, metric) -> {
              if (KernelFigures.has(text, name)) {
                add(metric, KernelFigures.field(text, name) / unit);
              }
            }));
  }

  private void add(UsageMetric metric, long value, String... labels) {
    figures.add(UsageFigure.of(metric, value, labels));
  }
}
