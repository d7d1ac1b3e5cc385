package dev.jubelet.model.runtime.config;

/** Users, and groups alike, of the machine that a pod has for its own: its root is the first. */
public record IdRange(long first, long length) {
  public static final long ID_MAX = (1L << 32) - 1;

  public IdRange {
    if (first < 0 || length <= 0 || first + length - 1 > ID_MAX) {
      throw new IllegalArgumentException("no range of ids: " + length + " from " + first);
    }
  }

  public boolean overlaps(IdRange other) {
    return first < other.first + other.length && other.first < first + length;
  }

  /** CRI counts in 32 bits without sign. */
  public NamespaceOptions.IdMapping mapping() {
    return new NamespaceOptions.IdMapping((int) first, 0, (int) length);
  }
}
