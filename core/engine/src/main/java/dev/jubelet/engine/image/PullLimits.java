package dev.jubelet.engine.image;

/**
 * How hard registries and disk may be worked.
 *
 * @param together pulls under way at the same time
 * @param perSecond pulls begun in a second in the long run; 0 for no such limit
 * @param burst how many may begin at once after a quiet time
 */
public record PullLimits(int together, int perSecond, int burst) {
  public static PullLimits ofTogether(int together) {
    return new PullLimits(together, 0, 0);
  }
}
