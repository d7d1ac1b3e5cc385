package dev.jubelet.acceptance.host;

import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One program of the machine ({@code ip}, {@code ctr}, {@code umount}), run to its end. */
public record Tool(List<String> words, Duration deadline) {
  private static final int OUTPUT_MAX = 256 * 1024 * 1024;
  private static final int ERRORS_MAX = 1024 * 1024;

  public Tool {
    words = List.copyOf(words);
  }

  /** How it ended. */
  public record Result(int exit, String out, String err) {
    public boolean ok() {
      return exit == 0;
    }
  }

  /** It ended badly, or not at all; the message has its words and what it said. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String message) {
      super(message);
    }
  }

  public static Tool of(String... words) {
    return new Tool(List.of(words), Duration.ofSeconds(30));
  }

  public Tool within(Duration limit) {
    return new Tool(words, limit);
  }

  public Tool and(String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return new Tool(all, deadline);
  }

  /** Its output; a {@link Failure} unless it exits with 0. */
  public String run() {
    Result result = attempt();
    if (!result.ok()) {
      throw new Failure(
          "%s: exit %d: %s"
              .formatted(line(), result.exit(), (result.err() + result.out()).strip()));
    }
    return result.out();
  }

  /** How it ended, whatever its exit code. */
  public Result attempt() {
    ProcessOutcome outcome =
        ChildProcess.of(words).outputAtMost(OUTPUT_MAX).errors(ERRORS_MAX).run(deadline);
    return switch (outcome) {
      case ProcessOutcome.Exited(int code, ProcessOutput output, ProcessOutput errors) -> {
        if (output.isHeldOpen()) {
          throw new Failure(line() + ": left its output open to another process");
        }
        yield new Result(code, output.text(), errors.text());
      }
      case ProcessOutcome.NotStarted(IOException why) ->
          throw new Failure(line() + ": " + why.getMessage());
      case ProcessOutcome.TimedOut() -> throw new Failure(line() + ": no end within " + deadline);
      case ProcessOutcome.OutputTooLong() ->
          throw new Failure(line() + ": wrote more than " + OUTPUT_MAX + " bytes");
      case ProcessOutcome.Interrupted() -> throw new Failure(line() + ": interrupted");
    };
  }

  private String line() {
    return String.join(" ", words);
  }
}
