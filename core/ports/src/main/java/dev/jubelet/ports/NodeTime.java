package dev.jubelet.ports;

import java.time.Duration;
import java.time.Instant;

/** The clock and the alarm. Production has the real ones; the simulator has virtual time. */
public interface NodeTime {
  /** For decisions: it never goes back and never jumps, whatever happens to the machine's clock. */
  Instant now();

  /** For people and for times that others wrote down: the machine's clock, which may be set. */
  Instant wall();

  /** Runs the task once, no earlier than after the delay. */
  Alarm after(Duration delay, Runnable task);

  interface Alarm {
    void cancel();
  }
}
