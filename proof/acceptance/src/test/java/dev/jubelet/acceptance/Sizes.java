package dev.jubelet.acceptance;

/** How much of something a test does: less in {@code ./dev test} than with {@code --full}. */
public final class Sizes {
  private Sizes() {}

  /** {@code -Djubelet.NAME=N} asks for another one. */
  public static int of(String name, int usual, int full) {
    return Integer.getInteger("jubelet." + name, Boolean.getBoolean("jubelet.full") ? full : usual);
  }
}
