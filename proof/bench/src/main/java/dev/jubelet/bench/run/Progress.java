package dev.jubelet.bench.run;

/** Tells the person in front of the terminal that something happens. */
public final class Progress {
  private Progress() {}

  public static void say(String sentence) {
    System.err.println("bench: " + sentence);
  }
}
