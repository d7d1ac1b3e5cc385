package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A command whose output is collected. */
final class ExecSync {
  /** For what an OCI runtime without a log complains about, whatever the caller wants. */
  private static final int COMPLAINT_MAX = 4 * 1024;

  private static final Duration FOR_EVER = Duration.ofDays(365_000);

  /** For an OCI runtime to begin a command on a busy node. */
  private static final Duration BEGIN_MAX = Duration.ofMinutes(1);

  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final ExecSessions sessions;
  private final MemoryBudget outputs;

  /**
   * @param outputs the memory for what all commands print together
   */
  ExecSync(ExecSessions sessions, MemoryBudget outputs) {
    this.sessions = sessions;
    this.outputs = outputs;
  }

  /**
   * @param timeout from when the command begins, as in containerd: what the OCI runtime takes for
   *     that on a busy node is not the command's fault. Children that keep the outputs open count;
   *     zero for none
   * @param outputMax of each stream; the rest is read and dropped
   */
  ExecOutcome run(Running container, List<String> command, Duration timeout, int outputMax) {
    MemoryBudget.Share memory = outputs.open();
    boolean done = false;
    try {
      ExecOutcome outcome = run(container, command, timeout, outputMax, memory);
      done = true;
      return outcome;
    } finally {
      if (!done) {
        memory.close();
      }
    }
  }

  private ExecOutcome run(
      Running container,
      List<String> command,
      Duration timeout,
      int outputMax,
      MemoryBudget.Share memory) {
    long begin = System.nanoTime();
    Duration patience = timeout.isZero() || timeout.isNegative() ? FOR_EVER : timeout;
    BoundedOutput stdout = new BoundedOutput(outputMax, memory);
    BoundedOutput stderr = new BoundedOutput(Math.max(outputMax, COMPLAINT_MAX), memory);
    try (OciExec exec = OciExec.start(container, command, false, sessions)) {
      Thread out = StreamPump.drain("exec stdout", exec.stdout(), stdout);
      Thread err = StreamPump.drain("exec stderr", exec.stderr(), stderr);
      boolean complete =
          awaitEnd(exec, begin, patience)
              && out.join(left(exec, begin, patience))
              && err.join(left(exec, begin, patience));
      if (!complete) {
        exec.kill();
        // Nobody holds the outputs now, but for somebody who could not be found.
        out.join(LAST_WORDS);
        throw new OutsideFailure(
            FailureKind.TIMED_OUT,
            "failed to exec in container: timeout "
                + GoDuration.format(timeout)
                + " exceeded: context deadline exceeded");
      }
      int code = exec.exitCode(() -> new String(stderr.bytes(COMPLAINT_MAX), UTF_8));
      return new ExecOutcome(stdout.bytes(outputMax), stderr.bytes(outputMax), code, memory);
    } catch (IOException failed) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, Objects.requireNonNullElse(failed.getMessage(), "exec"), failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "failed to exec in container: interrupted", stopped);
    }
  }

  private static boolean awaitEnd(OciExec exec, long asked, Duration patience)
      throws InterruptedException {
    Duration wait = patience;
    while (!exec.await(wait)) {
      wait = left(exec, asked, patience);
      if (wait.isZero()) {
        return false;
      }
    }
    return true;
  }

  /** Its whole time as long as it has not begun, but not for ever. */
  private static Duration left(OciExec exec, long asked, Duration patience) {
    Duration since = Duration.ofNanos(System.nanoTime() - asked);
    Duration ran = exec.ran().orElse(Duration.ZERO);
    boolean never = exec.ran().isEmpty() && since.compareTo(patience.plus(BEGIN_MAX)) > 0;
    Duration left = never ? Duration.ZERO : patience.minus(ran);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
