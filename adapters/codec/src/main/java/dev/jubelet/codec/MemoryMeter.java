package dev.jubelet.codec;

/** Counts the memory that something takes while it is read, and says when that is too much. */
public interface MemoryMeter {
  /**
   * Counts more.
   *
   * @throws DoesNotFitException when it is too much; then the more does not count
   */
  void count(long bytes);

  long counted();

  /** Part of what was counted is not kept. */
  void backTo(long counted);
}
