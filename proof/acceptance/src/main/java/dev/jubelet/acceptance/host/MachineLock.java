package dev.jubelet.acceptance.host;

import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * One process at a time, on the whole machine: for tests of what has a fixed place there. Others,
 * also those of another checkout, wait.
 */
public final class MachineLock implements AutoCloseable {
  private static final Path DIRECTORY = Path.of("/run/lock");

  /** Longer than any test that holds it. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private final FileChannel file;

  private MachineLock(FileChannel file) {
    this.file = file;
  }

  /**
   * @param place what there is only one of, such as {@code jubelet-run}
   */
  public static MachineLock take(String place) {
    try {
      Files.createDirectories(DIRECTORY);
      FileChannel file =
          FileChannel.open(
              DIRECTORY.resolve("jubelet-test-" + place),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              // Everybody may put files there.
              LinkOption.NOFOLLOW_LINKS);
      Await.until(place + " is free", PATIENCE, () -> file.tryLock() != null);
      return new MachineLock(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file stays, since somebody may wait for it. */
  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
