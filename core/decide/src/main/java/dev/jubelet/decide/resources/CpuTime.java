package dev.jubelet.decide.resources;

/** Thousandths of a CPU in the kernel's terms. */
public final class CpuTime {
  public static final long SHARES_MIN = 2;
  // The kernel's own bounds of cpu.shares.
  private static final long SHARES_MAX = 262_144;
  private static final long SHARES_PER_CPU = 1024;
  private static final long MILLI_PER_CPU = 1000;
  // The kernel refuses less than a millisecond.
  private static final long QUOTA_MIN_MICROS = 1000;

  private CpuTime() {}

  public static long shares(long milliCpu) {
    return Math.clamp(milliCpu * SHARES_PER_CPU / MILLI_PER_CPU, SHARES_MIN, SHARES_MAX);
  }

  /** Zero stands for no quota. */
  public static long quotaMicros(long milliCpu, long periodMicros) {
    if (milliCpu == 0) {
      return 0;
    }
    return Math.max(milliCpu * periodMicros / MILLI_PER_CPU, QUOTA_MIN_MICROS);
  }
}
