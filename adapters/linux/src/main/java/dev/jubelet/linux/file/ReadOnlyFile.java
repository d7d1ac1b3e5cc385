package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.jubelet.linux.kernel.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A regular file that is open for reading by one thread. */
public final class ReadOnlyFile implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  private final int fd;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment buffer;

  ReadOnlyFile(int fd) {
    this.fd = fd;
    this.buffer = arena.allocate(BUFFER);
  }

  /** How many of the next bytes were put there; -1 at the end. */
  public int read(byte[] target) {
    long size = Math.min(target.length, BUFFER);
    int read = (int) Kernel.read(fd, buffer.asSlice(0, size));
    MemorySegment.copy(buffer, JAVA_BYTE, 0, target, 0, read);
    return read == 0 ? -1 : read;
  }

  @Override
  public void close() {
    arena.close();
    Kernel.close(fd);
  }
}
