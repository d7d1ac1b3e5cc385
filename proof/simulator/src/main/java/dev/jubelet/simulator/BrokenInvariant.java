package dev.jubelet.simulator;

/**
 * Something that must never happen has happened. An Error, so that no code under test handles it.
 */
final class BrokenInvariant extends Error {
  private static final long serialVersionUID = 1L;

  BrokenInvariant(String message) {
    super(message);
  }

  static void unless(boolean holds, String otherwise) {
    if (!holds) {
      throw new BrokenInvariant(otherwise);
    }
  }
}
