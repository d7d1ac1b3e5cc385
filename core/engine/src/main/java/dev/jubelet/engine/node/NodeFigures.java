package dev.jubelet.engine.node;

/** Counts for metrics and health. */
public record NodeFigures(int desired, int seated, int ended, int waiting, int rejected) {
  public static final NodeFigures NONE = new NodeFigures(0, 0, 0, 0, 0);
}
