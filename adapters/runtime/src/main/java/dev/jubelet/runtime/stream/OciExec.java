package dev.jubelet.runtime.stream;

import dev.jubelet.linux.process.ProcessTree;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A process that an OCI runtime adds to a container. The runtime is our child and stays until the
 * process has ended; closing this ends both, and all that came from the process.
 */
final class OciExec implements AutoCloseable, ExecSessions.Exec {
  private static final File NOTHING = new File("/dev/null");

  private final Running container;
  private final ExecFiles files;
  private final Process runtime;

  /** Some runtimes hand on their own, and end before those who hold them. */
  private final Set<String> pipes;

  private final ExecSessions sessions;

  private OciExec(Running container, ExecFiles files, Process runtime, ExecSessions sessions) {
    this.sessions = sessions;
    this.container = container;
    this.files = files;
    this.runtime = runtime;
    this.pipes = ProcessTree.ofThisMachine().pipes(runtime.pid());
  }

  /**
   * @param stdin whether there is to be a pipe for it
   */
  static OciExec start(
      Running container, List<String> command, boolean stdin, ExecSessions sessions)
      throws IOException {
    ExecFiles files = ExecFiles.create(sessions.scratch(), container, command, false);
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words(container, files))
              .redirectInput(stdin ? Redirect.PIPE : Redirect.from(NOTHING));
      return sessions.begun(new OciExec(container, files, builder.start(), sessions));
    } catch (IOException failed) {
      files.close();
      throw failed;
    }
  }

  private static List<String> words(Running container, ExecFiles files) {
    List<String> words = new ArrayList<>(container.oci());
    words.addAll(List.of("--log", files.log().toString(), "--log-format", "json", "exec"));
    words.addAll(List.of("--process", files.process().toString()));
    words.addAll(List.of("--pid-file", files.pidFile().toString(), container.id().value()));
    return words;
  }

  OutputStream stdin() {
    return runtime.getOutputStream();
  }

  InputStream stdout() {
    return runtime.getInputStream();
  }

  InputStream stderr() {
    return runtime.getErrorStream();
  }

  void await() throws InterruptedException {
    runtime.waitFor();
  }

  /** False when it takes longer. */
  boolean await(Duration patience) throws InterruptedException {
    return runtime.waitFor(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS);
  }

  /** The time since the process began; empty before. */
  Optional<Duration> ran() {
    return files.begun().map(at -> Duration.between(at, Instant.now()));
  }

  /**
   * After the end, how it was; a signal counts as 128 and its number.
   *
   * @param stderr what is known of it, for a runtime that logs nothing
   * @throws IOException when the process never began
   */
  int exitCode(Supplier<String> stderr) throws IOException {
    if (files.pid().isEmpty()) {
      throw files.failure(stderr.get());
    }
    return runtime.exitValue();
  }

  @Override
  public void kill() {
    ExecKill.kill(runtime, files, container, pipes);
  }

  @Override
  public void close() {
    if (runtime.isAlive()) {
      kill();
    }
    sessions.ended(this);
    files.close();
  }
}
