package dev.jubelet.linux.cgroup;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.KernelText;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.OpenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the kernel offers to do with cgroups; refusals are {@code LinuxException}. */
public interface CgroupFiles {
  void makeDirectory(Path directory);

  /** The files of a cgroup go with its directory; EBUSY while processes or children are left. */
  void removeDirectory(Path directory);

  void write(Path file, String value);

  void kill(int pid);

  /** Writes down who made a cgroup, where the kernel keeps such a note; it goes with the cgroup. */
  void mark(Path directory, String owner);

  /** Who made it; empty for one without a note. */
  Optional<String> owner(Path directory);

  default boolean exists(Path directory) {
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
  }

  /** The trimmed content; empty when there is no such file, or its cgroup went meanwhile. */
  default Optional<String> read(Path file) {
    try {
      return Optional.of(KernelText.read(file).strip());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** Child cgroups; none when the directory is gone. */
  default List<Path> children(Path directory) {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, this::exists)) {
      entries.forEach(children::add);
    } catch (NoSuchFileException gone) {
      return List.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    children.sort(null);
    return children;
  }

  /** Real cgroups. */
  final class OfKernel implements CgroupFiles {
    private static final int SIGKILL = 9;
    private static final int MODE = 0755;
    // Only root may read or write attributes of this kind.
    private static final String MARK = "trusted.jubelet";

    @Override
    public void makeDirectory(Path directory) {
      Kernel.mkdirat(Kernel.AT_FDCWD, Kernel.bytes(directory.toString()), MODE);
    }

    @Override
    public void removeDirectory(Path directory) {
      Kernel.unlinkat(Kernel.AT_FDCWD, Kernel.bytes(directory.toString()), Kernel.AT_REMOVEDIR);
    }

    @Override
    public void write(Path file, String value) {
      try (OpenFile open = OpenFile.open(file, Kernel.O_WRONLY)) {
        Kernel.write(open.fd(), Kernel.bytes(value), file.toString());
      }
    }

    @Override
    public void kill(int pid) {
      Kernel.kill(pid, SIGKILL);
    }

    @Override
    public void mark(Path directory, String owner) {
      try (OpenFile parent = parentOf(directory)) {
        Kernel.setXattr(parent.fd(), name(directory), MARK, Kernel.bytes(owner));
      } catch (LinuxException refused) {
        // In a user namespace; the pod's directory then is the only sign that we made it.
        refused.throwUnless(Errno.EPERM, Errno.EOPNOTSUPP);
      }
    }

    @Override
    public Optional<String> owner(Path directory) {
      try (OpenFile parent = parentOf(directory)) {
        return Optional.of(Kernel.shown(Kernel.xattr(parent.fd(), name(directory), MARK)));
      } catch (LinuxException refused) {
        refused.throwUnless(Errno.ENODATA, Errno.ENOENT, Errno.EPERM, Errno.EOPNOTSUPP);
        return Optional.empty();
      }
    }

    private static OpenFile parentOf(Path directory) {
      Path parent = directory.getParent();
      return OpenFile.open(parent == null ? directory : parent, Kernel.O_RDONLY);
    }

    private static byte[] name(Path directory) {
      return Kernel.bytes(String.valueOf(directory.getFileName()));
    }
  }
}
