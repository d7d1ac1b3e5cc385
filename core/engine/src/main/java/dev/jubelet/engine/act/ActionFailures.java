package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.ActionResult.Failure;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;

/** What a failure of something outside means for the step that met it. */
final class ActionFailures {
  private ActionFailures() {}

  static ActionResult of(FailureKind kind, WaitingReason waitingReason) {
    return new ActionResult.Failed(failure(kind), waitingReason);
  }

  /** In the words that Kubernetes has for this step; they appear in statuses and events. */
  static ActionResult of(Action action, FailureKind kind, String text) {
    boolean hook = action instanceof Action.RunPostStart || action instanceof Action.RunPreStop;
    // What a hook said is nobody else's business.
    return of(kind, action.facts().words().waitingReason(hook ? inOurWords(kind) : text));
  }

  /** What was found, or a failure that says why it cannot be had. */
  static <T> T resolved(ResolvedValue<T> value) {
    return switch (value) {
      case ResolvedValue.Value<T>(T found) -> found;
      case ResolvedValue.Refused<T>(String why) ->
          throw new OutsideFailure(FailureKind.BAD_SPEC, why);
    };
  }

  static Failure failure(FailureKind kind) {
    return switch (kind) {
      case BAD_SPEC, DENIED, UNIMPLEMENTED -> Failure.REFUSED;
      case NOT_FOUND -> Failure.NOT_FOUND;
      case UNAVAILABLE, TIMED_OUT, ALREADY_EXISTS -> Failure.TRANSIENT;
      case EXHAUSTED, INTERNAL -> Failure.BROKEN;
    };
  }

  private static String inOurWords(FailureKind kind) {
    return switch (kind) {
      case TIMED_OUT -> "it took too long";
      case UNAVAILABLE -> "there was no answer";
      case BAD_SPEC -> "it cannot be run as it is written";
      case NOT_FOUND, ALREADY_EXISTS, EXHAUSTED, DENIED, UNIMPLEMENTED, INTERNAL ->
          "it did not succeed";
    };
  }
}
