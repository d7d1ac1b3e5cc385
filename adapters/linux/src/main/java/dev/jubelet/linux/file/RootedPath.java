package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files of somebody else's root, as those inside see them: a link that begins with a slash, or goes
 * up too far, leads to that root and never out of it.
 */
public final class RootedPath {
  private static final long RESOLVE_IN_ROOT = 0x10;
  private static final long RESOLVE = RESOLVE_IN_ROOT | Kernel.RESOLVE_NO_MAGICLINKS;

  private RootedPath() {}

  /** A regular file's text; empty when there is none, or it is larger than that. */
  public static Optional<byte[]> read(Path root, String path, int bytesMax) {
    try (OpenDirectory top = OpenDirectory.at(root)) {
      int fd =
          Kernel.openat2(
              top.descriptor(),
              Kernel.bytes(path),
              Kernel.O_RDONLY | Kernel.O_NONBLOCK | Kernel.O_CLOEXEC,
              RESOLVE);
      try (Arena arena = Arena.ofConfined()) {
        if (!Kernel.statx(fd, new byte[0], Kernel.AT_EMPTY_PATH).regular()) {
          return Optional.empty();
        }
        MemorySegment buffer = arena.allocate(bytesMax + 1L);
        long read = 0;
        for (long more = 1; more > 0 && read <= bytesMax; read += more) {
          more = Kernel.read(fd, buffer.asSlice(read));
        }
        return read > bytesMax
            ? Optional.empty()
            : Optional.of(buffer.asSlice(0, read).toArray(JAVA_BYTE));
      } finally {
        Kernel.close(fd);
      }
    } catch (LinuxException absent) {
      return switch (absent.errno()) {
        case Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP, Errno.EACCES -> Optional.empty();
        default -> throw absent;
      };
    }
  }

  /**
   * Where something really is, with no link left in it. Good while nobody changes that root.
   *
   * @throws LinuxException with ENOENT when there is nothing
   */
  public static Path resolve(Path root, String path) throws IOException {
    try (OpenDirectory top = OpenDirectory.at(root)) {
      int fd =
          Kernel.openat2(
              top.descriptor(),
              Kernel.bytes(path.isEmpty() ? "." : path),
              Kernel.O_PATH | Kernel.O_CLOEXEC,
              RESOLVE);
      try {
        return Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd));
      } finally {
        Kernel.close(fd);
      }
    }
  }
}
