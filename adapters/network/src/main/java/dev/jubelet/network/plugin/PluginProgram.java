package dev.jubelet.network.plugin;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A plugin that is a program. */
public final class PluginProgram implements CniPlugin {
  /** libcni: six attempts, a second apart, while the program is being written. */
  private static final int ATTEMPTS = 6;

  private static final int OUTPUT_MAX = 1024 * 1024;
  private static final int COMPLAINT_MAX = 4096;

  private final Path program;
  private final PluginProcesses processes;
  private final Duration busyPause;

  public PluginProgram(Path program, PluginProcesses processes, Duration busyPause) {
    this.program = program;
    this.processes = processes;
    this.busyPause = busyPause;
  }

  @Override
  public String call(CniCall call, Deadline deadline) {
    String mark = processes.mark();
    ProcessOutcome outcome = outcome(call, mark, deadline);
    // What a plugin leaves running when it ends well, such as a daemon, is its own business.
    if (!(outcome instanceof ProcessOutcome.Exited(_, ProcessOutput output, _))
        || output.end() != ProcessOutput.End.COMPLETE) {
      PluginProcesses.kill(mark);
    }
    return switch (outcome) {
      case ProcessOutcome.Exited exited -> answer(exited);
      case ProcessOutcome.NotStarted(IOException why) ->
          throw new CniFailure(CniFailure.UNKNOWN, program + " cannot be started", why);
      case ProcessOutcome.TimedOut() ->
          throw new CniFailure(
              CniFailure.TRY_AGAIN_LATER,
              "plugin did not end in time",
              "it was killed after " + deadline.whole().toMillis() + " ms");
      case ProcessOutcome.OutputTooLong() -> throw tooLong();
      case ProcessOutcome.Interrupted() ->
          throw new CniFailure(CniFailure.TRY_AGAIN_LATER, "the node is stopping", "");
    };
  }

  private ProcessOutcome outcome(CniCall call, String mark, Deadline deadline) {
    ChildProcess process =
        ChildProcess.of(List.of(program.toString()))
            .environment(call.environment())
            .environment(Map.of(PluginProcesses.VARIABLE, mark))
            .input(call.config())
            .output(OUTPUT_MAX)
            .errors(COMPLAINT_MAX);
    for (int attempt = 1; ; attempt++) {
      ProcessOutcome outcome = process.run(deadline.left());
      if (!isBusy(outcome) || attempt == ATTEMPTS || deadline.over()) {
        return outcome;
      }
      pause();
    }
  }

  /** ETXTBSY: an installer still has the program open for writing. */
  private static boolean isBusy(ProcessOutcome outcome) {
    return outcome instanceof ProcessOutcome.NotStarted(IOException why)
        && String.valueOf(why.getMessage()).contains("Text file busy");
  }

  private void pause() {
    try {
      Thread.sleep(busyPause);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CniFailure(CniFailure.TRY_AGAIN_LATER, "the node is stopping", "");
    }
  }

  private static String answer(ProcessOutcome.Exited exited) {
    ProcessOutput output = exited.output();
    if (output.isHeldOpen()) {
      throw new CniFailure(
          CniFailure.DECODING_FAILURE,
          "plugin ended and left its output open to another process",
          "");
    }
    if (output.isCut()) {
      throw tooLong();
    }
    if (exited.code() != 0) {
      throw refusal(exited.code(), output.text(), exited.errors().text());
    }
    return output.text();
  }

  private static CniFailure tooLong() {
    return new CniFailure(
        CniFailure.DECODING_FAILURE, "plugin printed more than " + OUTPUT_MAX + " bytes", "");
  }

  /** The specification wants an error object; not every program keeps to it when it breaks. */
  private static CniFailure refusal(int exit, String answer, String complaint) {
    if (answer.isEmpty()) {
      return new CniFailure(
          CniFailure.UNKNOWN,
          complaint.isEmpty()
              ? "plugin failed with no error message: exit status " + exit
              : "plugin failed: " + complaint.strip(),
          "");
    }
    try {
      Node.Fields error = Json.object(answer);
      return new CniFailure(
          Math.toIntExact(Json.numberOf(error, "code", 0)),
          Json.textOf(error, "msg"),
          Json.textOf(error, "details"));
    } catch (IllegalArgumentException | ArithmeticException noError) {
      return new CniFailure(
          CniFailure.UNKNOWN,
          "plugin failed with exit status " + exit + " and an answer that is no error object",
          noError);
    }
  }
}
