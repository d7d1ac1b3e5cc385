package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.jubelet.linux.kernel.EntryCalls;
import dev.jubelet.linux.kernel.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A regular file that was just made, open for writing by one thread. */
public final class NewFile implements AutoCloseable {
  private static final int BUFFER = 128 * 1024;
  private static final int PERMISSIONS = 07777;

  private final int fd;
  private final String shown;
  private final Arena arena = Arena.ofConfined();
  private MemorySegment buffer = MemorySegment.NULL;

  NewFile(int fd, String shown) {
    this.fd = fd;
    this.shown = shown;
  }

  public void write(byte[] bytes, int from, int length) {
    int done = 0;
    while (done < length) {
      int count = Math.min(length - done, BUFFER);
      if (buffer.byteSize() < count) {
        buffer = arena.allocate(count);
      }
      MemorySegment.copy(bytes, from + done, buffer, JAVA_BYTE, 0, count);
      done += (int) EntryCalls.write(fd, buffer.asSlice(0, count), shown);
    }
  }

  public void chown(long user, long group) {
    Kernel.fchown(fd, (int) user, (int) group, shown);
  }

  public void chmod(int mode) {
    Kernel.fchmod(fd, mode & PERMISSIONS, shown);
  }

  @Override
  public void close() {
    arena.close();
    Kernel.close(fd);
  }
}
