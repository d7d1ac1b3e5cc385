package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/** Something that is held open, whatever somebody puts in place of its path, until it is closed. */
public class OpenFile implements AutoCloseable {
  private final int fd;
  private final String shown;

  /** Takes over a number that the kernel gave. */
  public OpenFile(int fd, String shown) {
    this.fd = fd;
    this.shown = shown;
  }

  /** As {@link Kernel#open}. */
  public static OpenFile open(Path path, long flags) {
    return new OpenFile(Kernel.open(path, flags), path.toString());
  }

  /** For the kernel, which wants a number; good as long as this is open. */
  public final int fd() {
    return fd;
  }

  /** What is left to read; empty when that is more bytes. */
  public final Optional<byte[]> read(int bytesMax) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(bytesMax + 1L);
      long read = 0;
      for (long more = 1; more > 0 && read <= bytesMax; read += more) {
        more = Kernel.read(fd, buffer.asSlice(read));
      }
      return read > bytesMax
          ? Optional.empty()
          : Optional.of(buffer.asSlice(0, read).toArray(JAVA_BYTE));
    }
  }

  @Override
  public void close() {
    Kernel.close(fd);
  }

  @Override
  public final String toString() {
    return shown;
  }
}
