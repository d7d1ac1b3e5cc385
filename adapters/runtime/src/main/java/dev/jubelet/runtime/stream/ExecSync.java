package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.model.runtime.ExecOutcome;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.stream.LiveContainers.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A command whose output is collected. */
final class ExecSync {
  /** Per stream, as in containerd. */
  private static final int OUTPUT_MAX = 16 * 1024 * 1024;

  private static final Duration FOR_EVER = Duration.ofDays(365_000);
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  /** How long outputs are read after the end when others hold them, as in conmon and shims. */
  private static final Duration HELD_OPEN = Duration.ofSeconds(2);

  private final Path scratch;

  ExecSync(Path scratch) {
    this.scratch = scratch;
  }

  /**
   * @param timeout for all of it, also for children that keep the outputs open. Zero for none: then
   *     children which outlive the command, such as a daemon that a hook starts, go on, and only
   *     what was said shortly after the command's end is still heard
   */
  ExecOutcome run(Running container, List<String> command, Duration timeout) {
    long begin = System.nanoTime();
    boolean endless = timeout.isZero() || timeout.isNegative();
    Duration patience = endless ? FOR_EVER : timeout;
    BoundedOutput stdout = new BoundedOutput(OUTPUT_MAX);
    BoundedOutput stderr = new BoundedOutput(OUTPUT_MAX);
    try (OciExec exec = OciExec.start(container, command, false, scratch)) {
      Thread out = Pump.drain("exec stdout", exec.stdout(), stdout);
      Thread err = Pump.drain("exec stderr", exec.stderr(), stderr);
      boolean ended = exec.await(left(begin, patience));
      long end = System.nanoTime();
      Duration rest = endless ? HELD_OPEN : left(begin, patience);
      boolean outHeard = ended && out.join(rest);
      boolean heard = ended && err.join(left(end, rest)) && outHeard;
      if (!ended || !(heard || endless)) {
        exec.kill();
        // Nobody holds the outputs now, but for somebody who could not be found.
        out.join(LAST_WORDS);
        throw new OutsideFailure(
            FailureKind.TIMED_OUT,
            "failed to exec in container: timeout "
                + Spoken.of(timeout)
                + " exceeded: context deadline exceeded");
      }
      int code = exec.exitCode(new String(stderr.bytes(), UTF_8));
      return new ExecOutcome(stdout.seal(), stderr.seal(), code);
    } catch (IOException failed) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, Objects.requireNonNullElse(failed.getMessage(), "exec"), failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "failed to exec in container: interrupted", stopped);
    }
  }

  private static Duration left(long begin, Duration patience) {
    Duration left = patience.minusNanos(System.nanoTime() - begin);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
