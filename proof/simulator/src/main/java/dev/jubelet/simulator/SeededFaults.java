package dev.jubelet.simulator;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.FaultPlan;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Duration;
import java.util.SplittableRandom;

/** Makes calls slow, fail, hang, or succeed without an answer, and lets our process die in them. */
final class SeededFaults implements FaultPlan {
  private static final Duration CALL_DEADLINE = Duration.ofMinutes(2);

  private final SplittableRandom random;
  private final Weather weather;
  private boolean calm;

  /** How bad it is, in chances per call. */
  record Weather(double slow, double fail, double lostAnswer, double hang, double crash) {
    static final Weather FINE = new Weather(0, 0, 0, 0, 0);

    static Weather of(SplittableRandom random) {
      return switch (random.nextInt(6)) {
        case 0 -> FINE;
        case 1 -> new Weather(0.05, 0, 0, 0, 0.002);
        case 2 -> new Weather(0.02, 0.05, 0.02, 0, 0);
        case 3 -> new Weather(0.02, 0.01, 0.05, 0.002, 0.001);
        case 4 -> new Weather(0, 0.2, 0.1, 0, 0);
        default -> new Weather(0.05, 0.02, 0.02, 0.005, 0.005);
      };
    }
  }

  SeededFaults(SplittableRandom random) {
    this.random = random;
    this.weather = Weather.of(random);
  }

  Weather weather() {
    return weather;
  }

  void calm() {
    calm = true;
  }

  @Override
  public Fault next(OutsideCall call) {
    if (calm || call.operation() == Operation.STATUS_PUBLISH) {
      return Fault.NONE;
    }
    double jitter = random.nextDouble();
    jitter -= weather.slow();
    if (jitter < 0) {
      return Fault.slow(Duration.ofMillis(random.nextLong(1, 20_000)));
    }
    jitter -= weather.fail();
    if (jitter < 0) {
      return new Fault.FailBefore(kind(), "it did not work", Duration.ZERO);
    }
    jitter -= weather.lostAnswer();
    if (jitter < 0) {
      FailureKind kind = random.nextBoolean() ? FailureKind.UNAVAILABLE : FailureKind.INTERNAL;
      return new Fault.FailAfter(kind, "the connection broke", Duration.ofMillis(20));
    }
    jitter -= weather.hang();
    if (jitter < 0) {
      return random.nextBoolean()
          ? new Fault.FailAfter(FailureKind.TIMED_OUT, "deadline exceeded", CALL_DEADLINE)
          : new Fault.FailBefore(FailureKind.TIMED_OUT, "deadline exceeded", CALL_DEADLINE);
    }
    jitter -= weather.crash();
    if (jitter < 0) {
      return random.nextBoolean() ? Fault.CRASH_BEFORE : Fault.CRASH_AFTER;
    }
    return Fault.NONE;
  }

  private FailureKind kind() {
    return switch (random.nextInt(4)) {
      case 0 -> FailureKind.UNAVAILABLE;
      case 1 -> FailureKind.EXHAUSTED;
      case 2 -> FailureKind.INTERNAL;
      default -> FailureKind.TIMED_OUT;
    };
  }
}
