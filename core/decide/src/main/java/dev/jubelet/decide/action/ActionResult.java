package dev.jubelet.decide.action;

import dev.jubelet.model.lifecycle.WaitingReason;

/** How an action went. */
public sealed interface ActionResult {
  record Done(Outcome outcome) implements ActionResult {}

  /** {@code failure} decides what follows, {@code waitingReason} is what people read. */
  record Failed(Failure failure, WaitingReason waitingReason) implements ActionResult {
    /** Whether it may have happened all the same: then only a look can tell. */
    public boolean outcomeUnknown() {
      return failure != Failure.REFUSED;
    }
  }

  /** What a failure means for the next try. */
  enum Failure {
    /** It did not happen, and asking again does not help before something changes. */
    REFUSED,
    /** Something that it needs is not there any more. */
    NOT_FOUND,
    /** Nobody answered, or somebody else was there first: soon it may go well. */
    TRANSIENT,
    /** It went wrong in a way that passes slowly, if at all. */
    BROKEN;

    public boolean passesSoon() {
      return this == NOT_FOUND || this == TRANSIENT;
    }
  }

  static ActionResult done(Outcome outcome) {
    return new Done(outcome);
  }
}
