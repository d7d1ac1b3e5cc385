package dev.jubelet.linux.process;

/**
 * What a process wrote to one of its streams.
 *
 * @param text as UTF-8, as far as it was kept
 */
public record ProcessOutput(String text, End end) {
  static final ProcessOutput NONE = new ProcessOutput("", End.COMPLETE);

  /** Why there is no more of it. */
  public enum End {
    COMPLETE,
    /** There was more than was to be kept. */
    CUT,
    /** The process has ended, but one that it left behind still holds the stream open. */
    HELD_OPEN
  }

  public boolean isCut() {
    return end == End.CUT;
  }

  public boolean isHeldOpen() {
    return end == End.HELD_OPEN;
  }
}
