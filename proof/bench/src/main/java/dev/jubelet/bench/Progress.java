package dev.jubelet.bench;

/** Tells the person in front of the terminal that something happens. */
final class Progress {
  private Progress() {}

  static void say(String sentence) {
    System.err.println("bench: " + sentence);
  }
}
