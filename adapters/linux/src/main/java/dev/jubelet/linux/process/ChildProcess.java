package dev.jubelet.linux.process;

import dev.jubelet.linux.kernel.LinuxException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program that runs to its end, or is ended with all that it started: at its deadline, when it
 * writes too much, and when the thread that waits for it is interrupted. Without further words it
 * inherits our environment, reads nothing, and nobody hears it.
 */
public final class ChildProcess {
  private static final int SIGSTOP = 19;
  private static final int KILL_ROUNDS = 50;
  private static final int CHUNK = 8192;
  private static final int CHUNKS_AHEAD = 8;

  /** For output that is still in the pipe, or held open by a child that went to the background. */
  private static final Duration AFTER_EXIT = Duration.ofSeconds(2);

  private final ProcessBuilder builder;
  private byte[] input = new byte[0];
  private int outputMax;
  private int errorsMax;
  private boolean endedWhenTooLong;

  private ChildProcess(List<String> command) {
    this.builder =
        new ProcessBuilder(command)
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD);
  }

  /** The program, by path or by a name in {@code PATH}, and its arguments. */
  public static ChildProcess of(List<String> command) {
    return new ChildProcess(List.copyOf(command));
  }

  public ChildProcess in(Path directory) {
    builder.directory(directory.toFile());
    return this;
  }

  /** Adds to our environment. */
  public ChildProcess environment(Map<String, String> variables) {
    builder.environment().putAll(variables);
    return this;
  }

  /** Exactly this environment, and nothing of ours. */
  public ChildProcess onlyEnvironment(Map<String, String> variables) {
    builder.environment().clear();
    return environment(variables);
  }

  /** What it reads; it need not read it all. */
  public ChildProcess input(String text) {
    input = text.getBytes(StandardCharsets.UTF_8);
    if (input.length > 0) {
      builder.redirectInput(Redirect.PIPE);
    }
    return this;
  }

  /** Keeps the beginning of its standard output. */
  public ChildProcess output(int maxBytes) {
    outputMax = maxBytes;
    builder.redirectOutput(Redirect.PIPE);
    return this;
  }

  /** Keeps its standard output, and ends it when that is longer. */
  public ChildProcess outputAtMost(int maxBytes) {
    endedWhenTooLong = true;
    return output(maxBytes);
  }

  /** Keeps the beginning of its standard error. */
  public ChildProcess errors(int maxBytes) {
    errorsMax = maxBytes;
    builder.redirectError(Redirect.PIPE);
    return this;
  }

  /** Puts its standard error into its standard output. */
  public ChildProcess errorsInOutput() {
    builder.redirectErrorStream(true);
    return this;
  }

  /** Waits for its end. Only what it wrote until shortly after that counts. */
  public ProcessOutcome run(Duration deadline) {
    Process process;
    try {
      process = builder.start();
    } catch (IOException refused) {
      return new ProcessOutcome.NotStarted(refused);
    }
    try {
      Runnable whenCut = endedWhenTooLong ? () -> killTree(process) : () -> {};
      BoundedReader output = new BoundedReader(process.getInputStream(), outputMax, whenCut);
      BoundedReader errors = new BoundedReader(process.getErrorStream(), errorsMax, () -> {});
      attend(builder.redirectOutput(), "output", output);
      attend(builder.redirectError(), "errors", errors);
      attend(builder.redirectInput(), "input", () -> send(process));
      if (!process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        return new ProcessOutcome.TimedOut();
      }
      long end = System.nanoTime() + AFTER_EXIT.toNanos();
      ProcessOutput said = output.output(end);
      return endedWhenTooLong && said.isCut()
          ? new ProcessOutcome.OutputTooLong()
          : new ProcessOutcome.Exited(process.exitValue(), said, errors.output(end));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return new ProcessOutcome.Interrupted();
    } finally {
      killTree(process);
    }
  }

  /**
   * Hands on its standard output as it comes, and keeps none of it.
   *
   * @throws IOException when nobody takes it any more; the process has been killed
   */
  public ProcessOutcome stream(OutputStream to, Duration deadline) throws IOException {
    builder.redirectOutput(Redirect.PIPE);
    Process process;
    try {
      process = builder.start();
    } catch (IOException refused) {
      return new ProcessOutcome.NotStarted(refused);
    }
    long end = System.nanoTime() + deadline.toNanos();
    BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(CHUNKS_AHEAD);
    Thread reader = thread("output", () -> pump(process.getInputStream(), chunks));
    try {
      attend(builder.redirectInput(), "input", () -> send(process));
      byte[] chunk = chunks.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      while (chunk != null && chunk.length > 0) {
        to.write(chunk);
        chunk = chunks.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
      boolean ended =
          chunk != null && process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      return ended
          ? new ProcessOutcome.Exited(process.exitValue(), ProcessOutput.NONE, ProcessOutput.NONE)
          : new ProcessOutcome.TimedOut();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return new ProcessOutcome.Interrupted();
    } finally {
      killTree(process);
      reader.interrupt();
    }
  }

  /** An empty chunk is the end. */
  private static void pump(InputStream output, BlockingQueue<byte[]> chunks) {
    byte[] buffer = new byte[CHUNK];
    try (output) {
      try {
        for (int size = output.read(buffer); size > 0; size = output.read(buffer)) {
          chunks.put(Arrays.copyOf(buffer, size));
        }
      } finally {
        chunks.put(new byte[0]);
      }
    } catch (IOException killed) {
      // What it wrote before has been handed on.
    } catch (InterruptedException nobodyListens) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(Process process) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input);
    } catch (IOException notRead) {
      // It may end without reading all; its exit code tells how it fared.
    }
  }

  /** Streams that go elsewhere are empty, so that their work is done at once. */
  private void attend(Redirect stream, String name, Runnable work) {
    if (stream == Redirect.PIPE) {
      thread(name, work);
    } else {
      work.run();
    }
  }

  /** A real one: reading from a pipe would hold the carrier of a virtual thread. */
  private Thread thread(String stream, Runnable work) {
    return Thread.ofPlatform()
        .daemon()
        .name(stream + " of " + builder.command().getFirst())
        .start(work);
  }

  /**
   * Stops all before it kills them, so that nobody has a child while being counted: once their
   * parent is gone, nobody can tell whose they were.
   */
  private static void killTree(Process process) {
    if (!process.isAlive()) {
      return;
    }
    stop(process.toHandle());
    Set<ProcessHandle> tree = new LinkedHashSet<>();
    for (int round = 0; round < KILL_ROUNDS; round++) {
      List<ProcessHandle> found = process.descendants().toList();
      if (!tree.addAll(found)) {
        break;
      }
      found.forEach(ChildProcess::stop);
    }
    tree.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void stop(ProcessHandle process) {
    try {
      ProcessTree.signal(process.pid(), SIGSTOP);
    } catch (LinuxException refused) {
      // It belongs to somebody else, as programs with the set-user-ID bit do.
    }
  }
}
