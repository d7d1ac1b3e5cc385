package dev.jubelet.volumes;

import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs a program of the host that has nothing to say unless it fails. */
final class HostProgram {
  private static final int SHOWN_MAX = 2000;

  private HostProgram() {}

  static void run(List<String> command, Duration deadline) {
    String name = command.getFirst();
    switch (ChildProcess.of(command).output(SHOWN_MAX).errorsInOutput().run(deadline)) {
      case ProcessOutcome.Exited(int code, ProcessOutput output, _) -> {
        if (code != 0) {
          String words = output.text().strip();
          throw new OutsideFailure(
              FailureKind.UNAVAILABLE,
              name + " failed with " + code + (words.isEmpty() ? "" : ": " + words));
        }
      }
      case ProcessOutcome.NotStarted(IOException why) ->
          throw new OutsideFailure(FailureKind.UNAVAILABLE, "cannot run " + name + ": " + why, why);
      case ProcessOutcome.TimedOut(), ProcessOutcome.OutputTooLong() ->
          throw new OutsideFailure(
              FailureKind.TIMED_OUT, name + " has not ended after " + deadline.toSeconds() + " s");
      case ProcessOutcome.Interrupted() ->
          throw new OutsideFailure(FailureKind.TIMED_OUT, name + " was interrupted");
    }
  }
}
