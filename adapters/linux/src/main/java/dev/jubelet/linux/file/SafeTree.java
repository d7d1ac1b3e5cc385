package dev.jubelet.linux.file;

import dev.jubelet.linux.OwnThread;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * Removes directory trees that pods may be writing to at the same time: never follows a link, never
 * crosses a mount, and finds an absent tree removed.
 */
public final class SafeTree {
  private SafeTree() {}

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
    byte[] bytes = Kernel.bytes(name);
    try {
      if (!unlinked(holder, bytes)) {
        besideOthers(() -> TreeRemoval.run(holder, bytes, TreeRemoval.Limits.DEFAULT));
      }
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.ENOENT) {
        throw named(refused);
      }
    }
  }

  /** As {@link #remove(OpenDirectory, String)}, on the caller's thread. */
  static void removeFrom(OpenDirectory holder, byte[] name) {
    if (!unlinked(holder, name)) {
      TreeRemoval.run(holder, name, TreeRemoval.Limits.DEFAULT);
    }
  }

  /**
   * A virtual thread shares its carrier with the work of all pods, and native calls hold on to it:
   * the removal of millions of files has a thread of its own.
   */
  private static void besideOthers(Runnable removal) {
    if (!Thread.currentThread().isVirtual()) {
      removal.run();
      return;
    }
    try {
      Object _ = OwnThread.call("removal", Executors.callable(removal));
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("the removal of a directory tree failed", failed.getCause());
    }
  }

  /** False for a directory. */
  static boolean unlinked(OpenDirectory holder, byte[] name) {
    try {
      holder.unlink(name);
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
