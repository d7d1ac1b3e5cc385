package dev.jubelet.testkit.fault;

import dev.jubelet.ports.FailureKind;
import java.time.Duration;

/** How the outside world misbehaves in one call. Latency is virtual and added to the answer. */
public sealed interface Fault {
  Fault NONE = new None();
  Fault CRASH_BEFORE = new CrashBefore();
  Fault CRASH_AFTER = new CrashAfter();

  record None() implements Fault {}

  record Slow(Duration latency) implements Fault {}

  /** Nothing happens, and the answer says so. */
  record FailBefore(FailureKind kind, String message, Duration latency) implements Fault {}

  /** It happens, but the answer is lost: what a time-out or a broken connection looks like. */
  record FailAfter(FailureKind kind, String message, Duration latency) implements Fault {}

  /** Our process dies before the call goes out. */
  record CrashBefore() implements Fault {}

  /** Our process dies when the call is done and nobody has noted it. */
  record CrashAfter() implements Fault {}

  static Fault slow(Duration latency) {
    return new Slow(latency);
  }

  static Fault failBefore(FailureKind kind) {
    return new FailBefore(kind, "injected " + kind + " before the effect", Duration.ZERO);
  }

  static Fault failAfter(FailureKind kind) {
    return new FailAfter(kind, "injected " + kind + " after the effect", Duration.ZERO);
  }
}
