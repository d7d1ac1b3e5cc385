package dev.jubelet.linux.process;

import java.io.IOException;

/** How a {@link ChildProcess} ended. Nothing of it runs any more, unless it exited by itself. */
public sealed interface ProcessOutcome {
  /** It ended by itself. What it left in the background goes on. */
  record Exited(int code, ProcessOutput output, ProcessOutput errors) implements ProcessOutcome {}

  /** The kernel refused to run it. */
  record NotStarted(IOException why) implements ProcessOutcome {}

  /** It did not end by its deadline, and was killed. */
  record TimedOut() implements ProcessOutcome {}

  /** It wrote more than it may, and was killed. */
  record OutputTooLong() implements ProcessOutcome {}

  /** The thread that waited was interrupted, and still knows so; the process was killed. */
  record Interrupted() implements ProcessOutcome {}
}
