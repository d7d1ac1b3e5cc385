package dev.jubelet.engine.node;

/** Counts for metrics and health. */
public record NodeCounts(int desired, int seated, int ended, int waiting, int rejected) {
  public static final NodeCounts NONE = new NodeCounts(0, 0, 0, 0, 0);
}
