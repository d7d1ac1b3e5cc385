package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A lock between all processes of ours on the machine, for something that they share. Its file is
 * only root's, so that no other user can hold it against us, and goes with the lock.
 */
public final class SharedLock implements AutoCloseable {
  /** Where the processes of this machine look for each other. */
  public static final Path DIRECTORY = Path.of("/run/jubelet");

  private static final int ATTEMPTS = 100;

  private final Path file;
  private final FileLock lock;

  private SharedLock(Path file, FileLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /**
   * @param name of what is shared, usable as that of a file
   * @throws LinuxException with EAGAIN when somebody else still has it after that time
   */
  public static SharedLock take(Path directory, String name, Duration time) throws IOException {
    Path file = directory.resolve(name + ".lock");
    for (int attempt = 1; ; attempt++) {
      Files.createDirectories(directory);
      try {
        FileLock lock = FileLock.take(file, time);
        // Whoever had it before may have removed the file that we hold now.
        if (Kernel.fstat(lock.fd()).file().links() > 0) {
          return new SharedLock(file, lock);
        }
        lock.close();
      } catch (LinuxException refused) {
        if (refused.errno() != Errno.ENOENT || attempt == ATTEMPTS) {
          throw refused;
        }
      }
    }
  }

  /** Removes the file while nobody else can have it. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException refused) {
      // Then it stays, and hinders nobody.
    } finally {
      lock.close();
    }
  }
}
