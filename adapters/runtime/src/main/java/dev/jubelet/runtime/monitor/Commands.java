package dev.jubelet.runtime.monitor;

import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs programs that see nothing of our environment. */
final class Commands {
  private static final int OUTPUT_MAX = 64 * 1024;
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");

  private Commands() {}

  /**
   * @param output of both kinds, as far as it is not too long
   */
  record Outcome(int code, String output) {}

  /**
   * @throws OutsideFailure TIMED_OUT when it is not done by then; it has been killed
   */
  static Outcome run(List<String> command, Path directory, String input, Duration time) {
    String name = command.getFirst();
    ProcessOutcome outcome =
        ChildProcess.of(command)
            .in(directory)
            .onlyEnvironment(ENVIRONMENT)
            .input(input)
            .output(OUTPUT_MAX)
            .errorsInOutput()
            .run(time);
    return switch (outcome) {
      case ProcessOutcome.Exited(int code, ProcessOutput output, _) ->
          new Outcome(code, output.text());
      case ProcessOutcome.NotStarted(IOException why) ->
          throw new OutsideFailure(
              FailureKind.INTERNAL, "cannot run " + name + ": " + why.getMessage(), why);
      case ProcessOutcome.TimedOut(), ProcessOutcome.OutputTooLong() ->
          throw new OutsideFailure(
              FailureKind.TIMED_OUT, name + " took longer than " + time.toSeconds() + " s");
      case ProcessOutcome.Interrupted() ->
          throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted while " + name + " ran");
    };
  }
}
