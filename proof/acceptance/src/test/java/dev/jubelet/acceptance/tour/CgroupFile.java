package dev.jubelet.acceptance.tour;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A value in a control group, by the names of both layouts. */
enum CgroupFile {
  /** Time on the processor in a period, in µs. */
  CPU_QUOTA("cpu", "cpu.cfs_quota_us", "cpu.max"),
  CPU_SHARES("cpu", "cpu.shares", "cpu.weight"),
  MEMORY_LIMIT("memory", "memory.limit_in_bytes", "memory.max"),
  /** Of memory and swap together in the old layout, of swap alone in the new one. */
  SWAP_LIMIT("memory", "memory.memsw.limit_in_bytes", "memory.swap.max"),
  PIDS_LIMIT("pids", "pids.max", "pids.max");

  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  private final String controller;
  private final String separate;
  private final String unified;

  CgroupFile(String controller, String separate, String unified) {
    this.controller = controller;
    this.separate = separate;
    this.unified = unified;
  }

  /** Whether this machine has one hierarchy for all controllers. */
  static boolean isUnified() {
    return Files.exists(ROOT.resolve("cgroup.controllers"));
  }

  /** Whether the kernel counts it, in the old layout. */
  boolean isThere() {
    return Files.exists(ROOT.resolve(controller).resolve(separate));
  }

  /**
   * The first word of it.
   *
   * @param groups {@code /proc/PID/cgroup}: lines such as {@code 4:cpu,cpuacct:/a/b}
   */
  String read(String groups, boolean parent) {
    for (String line : groups.lines().toList()) {
      List<String> parts = List.of(line.split(":", 3));
      boolean ours =
          isUnified()
              ? parts.get(1).isEmpty()
              : List.of(parts.get(1).split(",")).contains(controller);
      if (ours) {
        Path base = isUnified() ? ROOT : ROOT.resolve(controller);
        Path group = base.resolve(parts.get(2).substring(1));
        Path place = parent ? group.resolve("..").normalize() : group;
        return ContainerView.read(place.resolve(isUnified() ? unified : separate))
            .strip()
            .split(" ")[0];
      }
    }
    throw new IllegalStateException("no group of " + controller + " in " + groups);
  }
}
