package dev.jubelet.app.host;

import dev.jubelet.ports.MemoryBudget;

/**
 * Shares of the heap for what others send. They are written down for a heap in which all of them
 * together fit beside what the node itself needs. The launcher gives less, and still less on a
 * small machine, and the shares shrink with it.
 */
public final class HeapShare {
  private static final long WHOLE = 160 << 20;

  private HeapShare() {}

  /**
   * @param kind as a message names it
   * @param mebibytes of the heap for which shares are written down
   */
  public static MemoryBudget of(String kind, int mebibytes) {
    return new MemoryBudget(kind, bytes(mebibytes, Runtime.getRuntime().maxMemory()));
  }

  static long bytes(int mebibytes, long heap) {
    long wanted = (long) mebibytes << 20;
    return heap >= WHOLE ? wanted : wanted * heap / WHOLE;
  }
}
