package dev.jubelet.engine.act;

import dev.jubelet.model.lifecycle.Setback;
import dev.jubelet.ports.FailureKind;

/** How an action went. */
public sealed interface ActionResult {
  record Done(Outcome outcome) implements ActionResult {}

  /** {@code kind} decides what follows, {@code setback} is what people read. */
  record Failed(FailureKind kind, Setback setback) implements ActionResult {
    /** Whether it may have happened all the same: then only a look can tell. */
    public boolean outcomeUnknown() {
      return switch (kind) {
        case BAD_SPEC, DENIED, UNIMPLEMENTED -> false;
        case NOT_FOUND, ALREADY_EXISTS, EXHAUSTED, UNAVAILABLE, TIMED_OUT, INTERNAL -> true;
      };
    }
  }

  static ActionResult done(Outcome outcome) {
    return new Done(outcome);
  }
}
