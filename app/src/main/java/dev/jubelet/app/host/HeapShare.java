package dev.jubelet.app.host;

import dev.jubelet.ports.MemoryBudget;

/**
 * Shares of the heap for what others send. The launcher gives a small machine a smaller heap, and
 * the shares shrink with it, so that all of them together always fit beside what the node itself
 * needs.
 */
public final class HeapShare {
  /** The largest heap that the launcher gives, for which the shares are written down. */
  private static final long WHOLE = 160 << 20;

  private HeapShare() {}

  /**
   * @param kind as a message names it
   * @param mebibytes of the largest heap
   */
  public static MemoryBudget of(String kind, int mebibytes) {
    return new MemoryBudget(kind, bytes(mebibytes, Runtime.getRuntime().maxMemory()));
  }

  static long bytes(int mebibytes, long heap) {
    long wanted = (long) mebibytes << 20;
    return heap >= WHOLE ? wanted : wanted * heap / WHOLE;
  }
}
