package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Removes directory trees that pods may be writing to at the same time: never follows a link, never
 * crosses a mount, and finds an absent tree removed.
 */
public final class SafeTree {
  // A deeper directory is first moved up, so that neither stack nor descriptors run out.
  private static final int DEPTH_MAX = 64;
  private static final int LIFTED_MAX = 100_000;
  private static final int ROUNDS_MAX = 16;

  private final OpenDirectory tree;
  private final String liftedPrefix = ".lifted-" + UUID.randomUUID() + "-";
  private int lifted;

  private SafeTree(OpenDirectory tree) {
    this.tree = tree;
  }

  /**
   * Removes {@code relative}, a file or a tree, from below {@code root}.
   *
   * @throws LinuxException with EXDEV or EBUSY naming the mount that is in the way, ELOOP or
   *     ENOTDIR for a link in place of a directory on the way to it; what could be removed before
   *     is gone then
   */
  public static void remove(Path root, Path relative) {
    Path normal = relative.normalize();
    Path last = normal.getFileName();
    if (relative.isAbsolute()
        || last == null
        || normal.toString().isEmpty()
        || normal.startsWith("..")) {
      throw new IllegalArgumentException(relative + " is not below " + root);
    }
    Path parent = normal.getParent();
    try (OpenDirectory top = OpenDirectory.at(root);
        OpenDirectory holder = top.child(parent == null ? "." : parent.toString())) {
      remove(holder, last.toString());
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.ENOENT) {
        throw named(refused);
      }
    }
  }

  /** Removes an entry, a file or a tree, of a directory that is open. */
  public static void remove(OpenDirectory holder, String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException("\"" + name + "\" is not the name of an entry");
    }
    try {
      removeFrom(holder, new OpenDirectory.Entry(Kernel.bytes(name), false));
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.ENOENT) {
        throw named(refused);
      }
    }
  }

  static void removeFrom(OpenDirectory holder, OpenDirectory.Entry entry) {
    if (unlinked(holder, entry)) {
      return;
    }
    for (int round = 1; ; ) {
      SafeTree pass;
      try (OpenDirectory tree = holder.child(entry.name())) {
        pass = new SafeTree(tree);
        pass.clear(tree, 0);
      }
      try {
        holder.removeDirectory(entry.name());
        return;
      } catch (LinuxException refused) {
        boolean progress = pass.lifted > 0;
        if (refused.errno() != Errno.ENOTEMPTY || (!progress && round++ == ROUNDS_MAX)) {
          throw refused;
        }
      }
    }
  }

  private void clear(OpenDirectory directory, int depth) {
    for (OpenDirectory.Entry inner : directory.entries()) {
      if (!inner.directory() && unlinked(directory, inner)) {
        continue;
      }
      if (depth >= DEPTH_MAX && lifted < LIFTED_MAX) {
        directory.moveTo(inner.name(), tree, liftedPrefix + lifted);
        lifted++;
      } else {
        removeInner(directory, inner, depth);
      }
    }
  }

  private void removeInner(OpenDirectory holder, OpenDirectory.Entry entry, int depth) {
    for (int round = 1; ; round++) {
      try (OpenDirectory directory = holder.child(entry.name())) {
        clear(directory, depth + 1);
      } catch (LinuxException refused) {
        if (refused.errno() == Errno.ENOENT) {
          return;
        }
        // Somebody put a file or a link where a directory was: that one goes, not its target.
        refused.throwUnless(Errno.ELOOP, Errno.ENOTDIR);
        holder.unlink(entry.name());
        return;
      }
      try {
        holder.removeDirectory(entry.name());
        return;
      } catch (LinuxException refused) {
        // Entries appear while we remove: look again, but not for ever.
        if (refused.errno() != Errno.ENOTEMPTY || round == ROUNDS_MAX) {
          throw refused;
        }
      }
    }
  }

  private static boolean unlinked(OpenDirectory holder, OpenDirectory.Entry entry) {
    try {
      holder.unlink(entry.name());
      return true;
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EISDIR);
      return false;
    }
  }

  /** EXDEV and EBUSY come from mounts only; the name of the mount helps, the errno does not. */
  private static LinuxException named(LinuxException refused) {
    if (refused.errno() == Errno.EXDEV || refused.errno() == Errno.EBUSY) {
      return new LinuxException(
          refused.errno(), "remove: a mount is in the way at", refused.path());
    }
    return refused;
  }
}
