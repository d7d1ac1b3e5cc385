package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock by flock(2), which other programs take too; what Java's channels take is another kind. It
 * holds between threads as well, and the kernel lets go of it when the process dies.
 */
public final class FileLock extends OpenFile {
  private static final int MODE = 0600;
  private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

  private FileLock(int fd, Path file) {
    super(fd, file.toString());
  }

  /**
   * @throws LinuxException with EAGAIN when somebody else still has it after that time
   */
  public static FileLock take(Path file, Duration time) {
    int fd =
        Kernel.openat2(
            Kernel.AT_FDCWD,
            Kernel.bytes(file.toString()),
            Kernel.O_WRONLY | Kernel.O_CREAT | Kernel.O_NOFOLLOW,
            MODE,
            0);
    long end = System.nanoTime() + time.toNanos();
    while (true) {
      try {
        NetKernel.flock(fd, NetKernel.LOCK_EX_NB, file.toString());
        return new FileLock(fd, file);
      } catch (LinuxException refused) {
        if (refused.errno() != Errno.EAGAIN || System.nanoTime() - end > 0) {
          Kernel.close(fd);
          throw refused;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
