package dev.jubelet.runtime.stream;

import dev.jubelet.json.Json;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A process with a terminal in a container. An OCI runtime hands the terminal to a conmon, which is
 * our child and tells us in three lines: that it can be joined, the process's number, and how the
 * process ended. Before each of the first two it waits for a word of ours.
 */
final class ConmonExec implements AutoCloseable, ExecSessions.Exec {
  private static final int LINES_MAX = 16;

  /** Its pipes become our two; descriptors that it was not told of it would keep. */
  private static final String PIPES =
      "exec 3>&1 4<&0 5>&1 1>/dev/null 0</dev/null;"
          + " export _OCI_SYNCPIPE=3 _OCI_STARTPIPE=4 _OCI_ATTACHPIPE=5; exec \"$0\" \"$@\"";

  private final Running container;
  private final ExecFiles files;
  private final Process conmon;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  /**
   * @param data empty when there will be no more lines
   */
  private record Line(OptionalInt data, String message) {}

  private final ExecSessions sessions;

  private ConmonExec(Running container, ExecFiles files, Process conmon, ExecSessions sessions) {
    this.sessions = sessions;
    this.container = container;
    this.files = files;
    this.conmon = conmon;
  }

  static ConmonExec prepare(
      Path program, Running container, List<String> command, ExecSessions sessions)
      throws IOException {
    ExecFiles files = ExecFiles.create(sessions.scratch(), container, command, true);
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words(program, container, files))
              .directory(files.directory().toFile())
              .redirectError(Redirect.DISCARD);
      // For its socket, whose path must be short; relative to the working directory it is.
      builder.environment().put("TMPDIR", ".");
      ConmonExec exec = sessions.begun(new ConmonExec(container, files, builder.start(), sessions));
      StreamPump.start("exec conmon", exec::listen);
      exec.say();
      return exec;
    } catch (IOException failed) {
      files.close();
      throw failed;
    }
  }

  private static List<String> words(Path program, Running container, ExecFiles files)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", PIPES, program.toString()));
    String id = container.id().value();
    words.addAll(List.of("--api-version", "1", "--sync", "--exec", "--exec-attach", "--terminal"));
    words.addAll(List.of("--cid", id, "--cuuid", id, "--log-path", "none", "--full-attach"));
    words.addAll(List.of("--bundle", files.directory().toString()));
    words.addAll(List.of("--container-pidfile", files.pidFile().toString()));
    words.addAll(List.of("--exec-process-spec", files.process().toString()));
    words.addAll(List.of("--runtime", absolute(container.oci().getFirst())));
    List<String> flags = new ArrayList<>(container.oci().subList(1, container.oci().size()));
    flags.addAll(List.of("--log", files.log().toString(), "--log-format", "json"));
    for (String flag : flags) {
      words.addAll(List.of("--runtime-arg", flag));
    }
    return words;
  }

  /** conmon does not look for programs. */
  private static String absolute(String program) throws IOException {
    if (program.contains("/")) {
      return program;
    }
    String path = System.getenv().getOrDefault("PATH", "/usr/local/sbin:/usr/sbin:/usr/bin");
    for (String place : path.split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(place, program))) {
        return Path.of(place, program).toString();
      }
    }
    throw new IOException("there is no " + program + " in " + path);
  }

  private void listen() throws IOException {
    try (BufferedReader reader = conmon.inputReader()) {
      for (int count = 0; count < LINES_MAX; count++) {
        String line = reader.readLine();
        if (line == null) {
          break;
        }
        lines.add(parsed(line));
      }
    } finally {
      lines.add(new Line(OptionalInt.empty(), ""));
    }
  }

  private static Line parsed(String line) {
    try {
      var object = Json.object(line);
      return new Line(
          OptionalInt.of((int) Json.numberOf(object, "data", -1)), Json.textOf(object, "message"));
    } catch (IllegalArgumentException unreadable) {
      return new Line(OptionalInt.of(-1), line);
    }
  }

  private void say() throws IOException {
    conmon.getOutputStream().write('\n');
    conmon.getOutputStream().flush();
  }

  Path attach() {
    return files.directory().resolve("attach");
  }

  Path control() {
    return files.directory().resolve("ctl");
  }

  void awaitReady() throws IOException, InterruptedException {
    next();
  }

  /** Begins the process, now that somebody has joined it. */
  void begin() throws IOException, InterruptedException {
    say();
    if (next() <= 0) {
      throw files.failure("no process was begun");
    }
  }

  /** The exit code; a signal counts as 128 and its number. */
  int awaitEnd() throws IOException, InterruptedException {
    int code = next();
    if (code < 0) {
      throw new IOException("conmon does not know how the command ended");
    }
    return code;
  }

  private int next() throws IOException, InterruptedException {
    Line line = lines.take();
    if (line.data().isEmpty() || line.data().getAsInt() < 0) {
      throw files.failure(line.message().isEmpty() ? "conmon has ended" : line.message());
    }
    return line.data().getAsInt();
  }

  @Override
  public void kill() {
    ExecKill.kill(conmon, files, container, Set.of());
  }

  /** Ends what still runs, with everything that came from it. */
  @Override
  public void close() {
    if (conmon.isAlive()) {
      kill();
    }
    sessions.ended(this);
    files.close();
  }
}
