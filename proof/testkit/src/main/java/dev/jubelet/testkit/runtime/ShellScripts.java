package dev.jubelet.testkit.runtime;

import dev.jubelet.testkit.runtime.ContainerScript.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the few shell commands that tests give to containers, so that one test runs against fake
 * and real runtimes: {@code exit}, {@code sleep}, {@code echo} (also to standard error or a file),
 * {@code cat}, {@code trap … TERM}, {@code wait} and an endless {@code while}.
 */
public final class ShellScripts {
  private ShellScripts() {}

  /** What a container with this command does; empty when it is beyond this reader. */
  public static Optional<ContainerScript> container(List<String> command, List<String> args) {
    Map<String, String> files = new LinkedHashMap<>();
    List<String> words = joined(command, args);
    if (!words.isEmpty() && words.getFirst().startsWith("/no/such/")) {
      return Optional.of(
          ContainerScript.startFails(
              "exec: \"" + words.getFirst() + "\": no such file or directory"));
    }
    ShellRun run = run(words, files);
    if (run == null) {
      return Optional.empty();
    }
    Ending ending = run.endless() ? null : new Ending(run.elapsed(), run.exitCode(), false);
    Integer trapped = run.trappedExit();
    // Process 1 of a pid namespace gets no signal that it has no handler for.
    Ending onTerm = trapped == null ? null : new Ending(Duration.ZERO, trapped, false);
    String output = run.stdout() + run.stderr();
    return Optional.of(new ContainerScript(null, ending, onTerm, output, files, null));
  }

  /** What a command says that is run in a container which has these files; it may write some. */
  public static Optional<ExecAnswer> exec(List<String> command, Map<String, String> files) {
    ShellRun run = run(command, files);
    if (run == null) {
      return Optional.empty();
    }
    ExecAnswer answer = new ExecAnswer(run.stdout(), run.stderr(), run.exitCode(), run.elapsed());
    return Optional.of(run.endless() ? answer.after(Duration.ofDays(365)) : answer);
  }

  private static @Nullable ShellRun run(List<String> words, Map<String, String> files) {
    if (words.isEmpty()) {
      return null;
    }
    ShellRun run = new ShellRun(files);
    boolean shell =
        words.size() >= 3
            && (words.get(0).equals("/bin/sh") || words.get(0).equals("sh"))
            && words.get(1).equals("-c");
    List<String> statements = shell ? statements(words.get(2)) : List.of(String.join(" ", words));
    for (String statement : statements) {
      if (run.over()) {
        break;
      }
      if (!run.step(statement)) {
        return null;
      }
    }
    return run;
  }

  private static List<String> joined(List<String> command, List<String> args) {
    List<String> words = new ArrayList<>(command);
    words.addAll(args);
    return words;
  }

  private static List<String> statements(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      }
      if (!quoted && (c == ';' || c == '\n')) {
        parts.add(part.toString().strip());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString().strip());
    return parts.stream().filter(p -> !p.isEmpty()).toList();
  }
}
