package dev.jubelet.linux.mount;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.OpenFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Something in a file system, held by descriptor, so that it stays the same whatever is put in
 * place of its path.
 */
public final class PathHandle extends OpenFile {
  // Links are followed as long as they stay beneath: those of a ConfigMap's keys, for example.
  private static final long BENEATH = Kernel.RESOLVE_BENEATH | Kernel.RESOLVE_NO_MAGICLINKS;
  private static final long NO_LINKS = BENEATH | Kernel.RESOLVE_NO_SYMLINKS;
  // openat2(2): EAGAIN when something was renamed on the way, so that nobody can tell.
  private static final int TRIES_MAX = 1000;

  private PathHandle(int fd, String shown) {
    super(fd, shown);
  }

  /** Follows links, as for a path that the node's owner chose. */
  public static PathHandle of(Path path) {
    return new PathHandle(Kernel.open(path, Kernel.O_PATH), path.toString());
  }

  /** The last component is held itself when it is a link. */
  public static PathHandle ofItself(Path path) {
    return new PathHandle(Kernel.open(path, Kernel.O_PATH | Kernel.O_NOFOLLOW), path.toString());
  }

  /**
   * What is beneath this directory. Links are followed inside of it only: EXDEV for one that leads
   * out, absolute ones among them, at whatever moment somebody puts it there.
   */
  public PathHandle beneath(String relative) {
    return open(relative, 0, BENEATH);
  }

  /**
   * The same; directories that are missing are made with that mode, one in the other, each opened
   * without following a link.
   */
  public PathHandle beneathOrMade(String relative, int mode) {
    try {
      return beneath(relative);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENOENT);
    }
    List<String> names =
        Arrays.stream(relative.split("/", -1))
            .filter(name -> !name.isEmpty() && !name.equals("."))
            .toList();
    for (int known = names.size() - 1; known > 0; known--) {
      try (PathHandle start = beneath(String.join("/", names.subList(0, known)))) {
        return start.made(names.subList(known, names.size()), mode);
      } catch (LinuxException refused) {
        refused.throwUnless(Errno.ENOENT);
      }
    }
    return made(names, mode);
  }

  private PathHandle made(List<String> names, int mode) {
    PathHandle current = this;
    try {
      for (String name : names) {
        PathHandle inner = current.makeDirectory(name, mode);
        if (current != this) {
          current.close();
        }
        current = inner;
      }
      return current;
    } catch (LinuxException refused) {
      if (current != this) {
        current.close();
      }
      throw refused;
    }
  }

  private PathHandle makeDirectory(String name, int mode) {
    boolean made = true;
    try {
      Kernel.mkdirat(fd(), Kernel.bytes(name), mode);
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.EEXIST) {
        throw new LinuxException(refused.errno(), refused.call(), this + "/" + name);
      }
      made = false;
    }
    PathHandle directory = open(name, Kernel.O_DIRECTORY, NO_LINKS);
    if (made) {
      Kernel.chmodOpen(directory.fd(), mode, directory.toString());
    }
    return directory;
  }

  private PathHandle open(String relative, long flags, long resolve) {
    for (int tries = 1; ; tries++) {
      try {
        return new PathHandle(
            Kernel.openat2(fd(), Kernel.bytes(relative), Kernel.O_PATH | flags, resolve),
            this + "/" + relative);
      } catch (LinuxException refused) {
        if (refused.errno() != Errno.EAGAIN || tries == TRIES_MAX) {
          throw new LinuxException(refused.errno(), refused.call(), this + "/" + relative);
        }
        Thread.onSpinWait();
      }
    }
  }

  public FileFacts facts() {
    return Kernel.fstat(fd()).file();
  }

  /** Where it is now, as the kernel tells; with " (deleted)" behind it when it is nowhere. */
  public Path place() {
    return Path.of(
        Kernel.shown(
            Kernel.readlinkat(Kernel.AT_FDCWD, Kernel.bytes(Kernel.descriptorPath(fd())))));
  }

  /** Mounts exactly what is held, a directory or a file, on a path of the node's own. */
  public void bindTo(Path target) {
    try {
      Mounts.bind(Path.of(Kernel.descriptorPath(fd())), target, false);
    } catch (LinuxException refused) {
      throw new LinuxException(refused.errno(), "bind " + this + " to", target.toString());
    }
  }
}
