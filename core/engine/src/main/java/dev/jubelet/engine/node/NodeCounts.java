package dev.jubelet.engine.node;

/**
 * Counts for metrics and health.
 *
 * @param desiredStatic how many of the desired pods do not come from the API server
 */
public record NodeCounts(
    int desired, int desiredStatic, int seated, int ended, int waiting, int rejected) {
  public static final NodeCounts NONE = new NodeCounts(0, 0, 0, 0, 0, 0);
}
