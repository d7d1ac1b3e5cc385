package dev.jubelet.testkit.runtime;

import dev.jubelet.model.meta.Ordered;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the process of a fake container does.
 *
 * @param startError the runtime's message when it cannot be started at all, else null
 * @param ending how it ends by itself, or null when it runs for ever
 * @param onTerm how it ends after the stop signal, or null when it ignores the signal
 * @param output what it has written to its log when it started
 * @param files what it has written at which path inside the container when it started
 * @param exec answers commands that are run in it; null when the built-in shell answers
 */
public record ContainerScript(
    @Nullable String startError,
    @Nullable Ending ending,
    @Nullable Ending onTerm,
    String output,
    Map<String, String> files,
    @Nullable Function<List<String>, ExecAnswer> exec) {

  public ContainerScript {
    files = Ordered.copyOf(files);
  }

  /** {@code after} counts from the start of the container, or from the signal. */
  public record Ending(Duration after, int exitCode, boolean outOfMemory) {}

  private static final Ending PROMPT = new Ending(Duration.ZERO, 143, false);

  /** Runs until it is told to stop, and then obeys at once with 143. */
  public static ContainerScript forever() {
    return new ContainerScript(null, null, PROMPT, "", Map.of(), null);
  }

  public static ContainerScript exits(int code, Duration after) {
    return forever().ending(new Ending(after, code, false));
  }

  /** The start succeeds, but the process is gone at once. */
  public static ContainerScript crashes(int code) {
    return exits(code, Duration.ZERO);
  }

  public static ContainerScript outOfMemory(Duration after) {
    return forever().ending(new Ending(after, 137, true));
  }

  public static ContainerScript startFails(String message) {
    return new ContainerScript(message, null, PROMPT, "", Map.of(), null);
  }

  public ContainerScript ending(Ending newEnding) {
    return new ContainerScript(startError, newEnding, onTerm, output, files, exec);
  }

  /** Needs the whole grace and the kill after it. */
  public ContainerScript ignoringTerm() {
    return new ContainerScript(startError, ending, null, output, files, exec);
  }

  public ContainerScript stoppingAfter(Duration duration, int code) {
    Ending obeys = new Ending(duration, code, false);
    return new ContainerScript(startError, ending, obeys, output, files, exec);
  }

  public ContainerScript printing(String text) {
    return new ContainerScript(startError, ending, onTerm, output + text, files, exec);
  }

  public ContainerScript writing(String path, String text) {
    Map<String, String> more = new LinkedHashMap<>(files);
    more.put(path, text);
    return new ContainerScript(startError, ending, onTerm, output, more, exec);
  }

  public ContainerScript answering(Function<List<String>, ExecAnswer> newExec) {
    return new ContainerScript(startError, ending, onTerm, output, files, newExec);
  }
}
