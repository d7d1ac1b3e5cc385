package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A regular file that was just made, open for writing by one thread. */
public final class NewFile extends OpenFile {
  private static final int BUFFER = 128 * 1024;
  private static final int PERMISSIONS = 07777;

  private final Arena arena = Arena.ofConfined();
  private MemorySegment buffer = MemorySegment.NULL;

  NewFile(int fd, String shown) {
    super(fd, shown);
  }

  public void write(byte[] bytes, int from, int length) {
    int done = 0;
    while (done < length) {
      int count = Math.min(length - done, BUFFER);
      if (buffer.byteSize() < count) {
        buffer = arena.allocate(count);
      }
      MemorySegment.copy(bytes, from + done, buffer, JAVA_BYTE, 0, count);
      done += Kernel.write(fd(), buffer.asSlice(0, count), toString());
    }
  }

  public void chown(long user, long group) {
    Kernel.fchown(fd(), (int) user, (int) group, toString());
  }

  public void chmod(int mode) {
    Kernel.fchmod(fd(), mode & PERMISSIONS, toString());
  }

  @Override
  public void close() {
    arena.close();
    super.close();
  }
}
