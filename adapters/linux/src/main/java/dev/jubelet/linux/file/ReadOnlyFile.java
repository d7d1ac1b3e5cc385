package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A regular file that is open for reading by one thread. */
public final class ReadOnlyFile extends OpenFile {
  private final Arena arena = Arena.ofConfined();
  private MemorySegment buffer = MemorySegment.NULL;

  ReadOnlyFile(int fd, String shown) {
    super(fd, shown);
  }

  /** How many of the next bytes were put there; -1 at the end. */
  public int read(byte[] target) {
    if (buffer.byteSize() < target.length) {
      buffer = arena.allocate(target.length);
    }
    int read = (int) Kernel.read(fd(), buffer.asSlice(0, target.length));
    MemorySegment.copy(buffer, JAVA_BYTE, 0, target, 0, read);
    return read == 0 ? -1 : read;
  }

  @Override
  public void close() {
    arena.close();
    super.close();
  }
}
