package dev.jubelet.bench.node;

import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/**
 * The files by which containers tell their first instruction. Nobody's word is taken: the time is
 * that of the file, from the kernel's clock, which may lag by one tick (1 to 4 ms) both ways alike.
 */
public final class Marks {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(4);

  private final Path directory;

  public Marks(Path directory) {
    this.directory = directory;
  }

  public Path directory() {
    return directory;
  }

  /** When the last of them started; waits for it. */
  public Instant last(Collection<String> names, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    Instant last = Instant.MIN;
    for (String name : names) {
      Path file = directory.resolve(name);
      while (!Files.exists(file)) {
        if (System.nanoTime() > end) {
          throw new NotMeasured(name + " did not start within " + deadline.toSeconds() + " s");
        }
        Await.pause(LOOK_AGAIN);
      }
      Instant at = time(file);
      last = at.isAfter(last) ? at : last;
    }
    return last;
  }

  public void forget(Collection<String> names) {
    try {
      for (String name : names) {
        Files.deleteIfExists(directory.resolve(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Instant time(Path file) {
    try {
      FileTime time = Files.getLastModifiedTime(file);
      return time.toInstant();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
