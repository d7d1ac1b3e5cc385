package dev.jubelet.testkit;

import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.FaultPlan;
import dev.jubelet.testkit.fault.OutsideCall;
import dev.jubelet.testkit.fault.SimulatedCrash;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What all fakes of one node share: the clock, the latency of the effect that runs now, the plan of
 * faults, and the files that containers and node both see. It is the world outside our process, so
 * it survives a simulated crash.
 *
 * <p>On virtual time no call blocks: what would have taken time adds to the latency, which the
 * driver of an effect takes with {@link #drainLatency} and after which it delivers the result.
 * Within the effect {@link #now} is already that much later. With {@link #live} calls really wait.
 */
public final class Outside {
  private final Supplier<Instant> clock;
  private final boolean waits;
  private final FakeFiles files = new FakeFiles();
  private volatile FaultPlan faults = FaultPlan.NONE;
  private Duration latency = Duration.ZERO;

  private Outside(Supplier<Instant> clock, boolean waits) {
    this.clock = clock;
    this.waits = waits;
  }

  public static Outside virtual(Supplier<Instant> clock) {
    return new Outside(clock, false);
  }

  /** On the wall's clock, for tests with real threads: a stop with a grace takes that long. */
  public static Outside live() {
    return new Outside(InstantSource.system()::instant, true);
  }

  public void faults(FaultPlan plan) {
    faults = plan;
  }

  public FakeFiles files() {
    return files;
  }

  /** The clock's time, whatever the running effect has already waited for. */
  public Instant clockNow() {
    return clock.get();
  }

  /** The time for the effect that runs: later than the clock's by what it has waited for. */
  public synchronized Instant now() {
    return clock.get().plus(latency);
  }

  /** How long the calls since the last drain took; the next effect begins with none. */
  public synchronized Duration drainLatency() {
    Duration taken = latency;
    latency = Duration.ZERO;
    return taken;
  }

  /** Adds to the latency of the effect that runs, or waits where time is real. */
  public void spend(Duration duration) {
    if (!duration.isPositive()) {
      return;
    }
    if (!waits) {
      synchronized (this) {
        latency = latency.plus(duration);
      }
      return;
    }
    boolean _ = Await.paused(duration);
  }

  /** Runs the effect of a call with the fault that the plan has for it. */
  public <T> T call(OutsideCall call, Supplier<T> effect) {
    Fault fault = faults.next(call);
    return switch (fault) {
      case Fault.None() -> effect.get();
      case Fault.Slow(Duration slow) -> {
        T value = effect.get();
        spend(slow);
        yield value;
      }
      case Fault.FailBefore(var kind, var message, var slow) -> {
        spend(slow);
        throw new OutsideFailure(kind, message);
      }
      case Fault.FailAfter(var kind, var message, var slow) -> {
        T lost = effect.get();
        spend(slow);
        throw new OutsideFailure(kind, message + " (lost answer: " + lost + ")");
      }
      case Fault.CrashBefore() -> throw new SimulatedCrash("before " + call);
      case Fault.CrashAfter() -> {
        T lost = effect.get();
        throw new SimulatedCrash("after " + call + " (lost answer: " + lost + ")");
      }
    };
  }

  public void run(OutsideCall call, Runnable effect) {
    call(
        call,
        () -> {
          effect.run();
          return "done";
        });
  }
}
