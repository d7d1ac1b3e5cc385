package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A kubectl that runs beside the test: its input can be written, its output read as it comes. */
public final class KubectlRun implements AutoCloseable {
  private static final int OUTPUT_MAX = 256 << 20;

  private final Process process;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Thread outReader;
  private final Thread errReader;

  KubectlRun(Process process) {
    this.process = process;
    this.outReader = reader(process.getInputStream(), out);
    this.errReader = reader(process.getErrorStream(), err);
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  public void write(byte[] bytes) {
    try {
      process.getOutputStream().write(bytes);
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(e.getMessage() + ": " + err(), e));
    }
  }

  public void type(String text) {
    write(text.getBytes(UTF_8));
  }

  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it has written so far. */
  public String out() {
    return out.toString(UTF_8);
  }

  public byte[] bytes() {
    return out.toByteArray();
  }

  public String err() {
    return err.toString(UTF_8);
  }

  /** Complains at once when it has ended without saying that. */
  public void awaitOut(String text, Duration deadline) {
    Await.until("kubectl says " + text, deadline, () -> said(text, deadline), () -> out() + err());
  }

  private boolean said(String text, Duration deadline) {
    boolean alive = process.isAlive();
    if (!alive) {
      end(deadline);
    }
    boolean said = out().contains(text);
    if (!alive && !said) {
      throw new AssertionError(
          "kubectl ended with %d and did not say %s%n%s"
              .formatted(process.exitValue(), text, out() + err()));
    }
    return said;
  }

  /** Waits for its end. */
  public Tool.Result end(Duration deadline) {
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new AssertionError("kubectl did not end within " + deadline + ": " + out() + err());
      }
      outReader.join(Duration.ofSeconds(10));
      errReader.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
    return new Tool.Result(process.exitValue(), out(), err());
  }

  /** As Ctrl-C does. */
  public void interrupt() {
    Tool.of("kill", "-INT", Long.toString(process.pid())).attempt();
  }

  /** SIGKILL. */
  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static Thread reader(InputStream stream, ByteArrayOutputStream into) {
    return Thread.ofVirtual()
        .name("kubectl-output")
        .start(() -> {
          byte[] buffer = new byte[64 << 10];
          try (stream) {
            int count = stream.read(buffer);
            while (count >= 0 && into.size() < OUTPUT_MAX) {
              into.write(buffer, 0, count);
              count = stream.read(buffer);
            }
          } catch (IOException ended) {
            // It was killed: what was read is what there is.
          }
        });
  }
}
