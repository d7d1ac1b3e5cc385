package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.OpenFile;
import java.io.IOException;
import java.io.InputStream;
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

  /**
   * Opens a regular file for reading; empty when there is none. Nothing else is opened, not even to
   * look at it: to open a device may do something, and to open a pipe may take for ever.
   */
  public static Optional<InputStream> open(Path root, String path) throws IOException {
    try (OpenFile held = open(root, path, Kernel.O_PATH)) {
      return Kernel.fstat(held.fd()).file().regular()
          ? Optional.of(Files.newInputStream(Path.of(Kernel.descriptorPath(held.fd()))))
          : Optional.empty();
    } catch (LinuxException absent) {
      absent.throwUnless(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP, Errno.EACCES);
      return Optional.empty();
    }
  }

  private static OpenFile open(Path root, String path, long flags) {
    try (OpenDirectory top = OpenDirectory.at(root)) {
      return new OpenFile(Kernel.openat2(top.fd(), Kernel.bytes(path), flags, RESOLVE), path);
    }
  }

  /**
   * Where something really is, with no link left in it. Good while nobody changes that root.
   *
   * @throws LinuxException with ENOENT when there is nothing
   */
  public static Path resolve(Path root, String path) throws IOException {
    try (OpenFile held = open(root, path.isEmpty() ? "." : path, Kernel.O_PATH)) {
      return Files.readSymbolicLink(Path.of(Kernel.descriptorPath(held.fd())));
    }
  }
}
