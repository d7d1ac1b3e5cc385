package dev.jubelet.app.failure;

/** What went wrong and what to do next, in words for the person at the keyboard. Exit code 1. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommandFailure(String what, String nextStep) {
    super(what + "\n" + nextStep, null, false, false);
  }
}
