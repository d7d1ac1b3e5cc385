package dev.jubelet.network.plugin;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.network.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A plugin that is a program. */
public final class PluginProgram implements CniPlugin {
  /** libcni: six attempts, a second apart, while the program is being written. */
  private static final int ATTEMPTS = 6;

  private static final int OUTPUT_MAX = 1024 * 1024;
  private static final int COMPLAINT_MAX = 4096;

  /** For output that is still in the pipe, or held open by a child that went to the background. */
  private static final Duration AFTER_EXIT = Duration.ofSeconds(2);

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
    Process process = started(call, mark, deadline);
    boolean ended = false;
    try {
      FutureTask<byte[]> output = reading("output", process.getInputStream(), OUTPUT_MAX + 1);
      FutureTask<byte[]> complaint = reading("complaint", process.getErrorStream(), COMPLAINT_MAX);
      daemon("input", new FutureTask<>(() -> send(process, call.config()), null));
      if (!process.waitFor(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        throw new CniFailure(
            CniFailure.TRY_AGAIN_LATER,
            "plugin did not end in time",
            "it was killed after " + deadline.whole().toMillis() + " ms");
      }
      String answer = text(output);
      if (answer.length() > OUTPUT_MAX) {
        throw new CniFailure(
            CniFailure.DECODING_FAILURE, "plugin printed more than " + OUTPUT_MAX + " bytes", "");
      }
      ended = true;
      if (process.exitValue() != 0) {
        throw refusal(process.exitValue(), answer, text(complaint));
      }
      return answer;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CniFailure(CniFailure.TRY_AGAIN_LATER, "the node is stopping", "");
    } finally {
      // What a plugin leaves running when it ends well, such as a daemon, is its own business.
      if (!ended) {
        process.destroyForcibly();
        PluginProcesses.kill(mark);
      }
    }
  }

  private Process started(CniCall call, String mark, Deadline deadline) {
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.environment().putAll(call.environment());
    builder.environment().put(PluginProcesses.VARIABLE, mark);
    for (int attempt = 1; ; attempt++) {
      try {
        return builder.start();
      } catch (IOException refused) {
        // ETXTBSY: an installer still has the program open for writing.
        boolean busy = String.valueOf(refused.getMessage()).contains("Text file busy");
        if (!busy || attempt == ATTEMPTS || deadline.over()) {
          throw new CniFailure(CniFailure.UNKNOWN, program + " cannot be started", refused);
        }
        pause();
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(busyPause);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CniFailure(CniFailure.TRY_AGAIN_LATER, "the node is stopping", "");
    }
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

  private FutureTask<byte[]> reading(String what, InputStream stream, int max) {
    FutureTask<byte[]> task =
        new FutureTask<>(() -> {
          try (stream) {
            byte[] kept = stream.readNBytes(max);
            // Further output has no reader, but must not stop the plugin either.
            stream.transferTo(OutputStream.nullOutputStream());
            return kept;
          }
        });
    daemon(what, task);
    return task;
  }

  private void daemon(String what, Runnable work) {
    Thread.ofPlatform().daemon().name("cni " + program.getFileName() + " " + what).start(work);
  }

  private static String text(FutureTask<byte[]> stream) throws InterruptedException {
    try {
      return new String(
          stream.get(AFTER_EXIT.toMillis(), TimeUnit.MILLISECONDS), StandardCharsets.UTF_8);
    } catch (TimeoutException held) {
      throw new CniFailure(
          CniFailure.DECODING_FAILURE,
          "plugin ended and left its output open to another process",
          "");
    } catch (ExecutionException broken) {
      throw new CniFailure(CniFailure.IO_FAILURE, "plugin's output cannot be read", broken);
    }
  }

  private static void send(Process process, String config) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(config.getBytes(StandardCharsets.UTF_8));
    } catch (IOException notRead) {
      // A plugin may end without reading all; its exit status tells how it fared.
    }
  }
}
