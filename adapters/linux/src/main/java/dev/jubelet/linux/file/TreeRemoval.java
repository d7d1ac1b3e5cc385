package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One removal of a tree. Whoever made the tree decides how wide and how deep it is: entries are
 * removed while they are read, so that memory, stack and descriptors stay the same for any tree.
 */
final class TreeRemoval {
  // Entries appear while we remove, and some file systems skip entries while others go: half of
  // them at most, so that this is enough for any directory.
  private static final int ROUNDS_MAX = 64;

  /**
   * @param batchBytes of entries that are held of each directory on the way down
   * @param depth of directories that are open; a deeper one is first moved up to the tree's top
   * @param moved directories that are at the top at once
   */
  record Limits(int batchBytes, int depth, int moved) {
    static final Limits DEFAULT = new Limits(DirectoryReader.BATCH_BYTES, 64, 100_000);
  }

  /** A directory on the way down. */
  private record Level(
      OpenDirectory holder,
      byte[] name,
      int round,
      OpenDirectory directory,
      DirectoryReader reader) {}

  private final Limits limits;
  private final Arena arena;
  private final List<MemorySegment> batches = new ArrayList<>();
  private final List<Level> levels = new ArrayList<>();
  private final String prefix = ".moved-" + UUID.randomUUID() + "-";
  private int moved;
  private int seen;

  private TreeRemoval(Limits limits, Arena arena) {
    this.limits = limits;
    this.arena = arena;
  }

  /** Removes a directory with all that is in it. */
  static void run(OpenDirectory holder, byte[] name, Limits limits) {
    try (Arena arena = Arena.ofConfined()) {
      TreeRemoval removal = new TreeRemoval(limits, arena);
      try {
        removal.enter(holder, name, 1);
        removal.walk();
      } finally {
        removal.levels.forEach(level -> level.directory().close());
      }
    }
  }

  private void walk() {
    while (!levels.isEmpty()) {
      Level level = levels.getLast();
      OpenDirectory.Entry entry = level.reader().next();
      if (entry == null) {
        leave(level);
      } else if (entry.directory() || !SafeTree.unlinked(level.directory(), entry.name())) {
        descend(level.directory(), entry.name());
      }
    }
  }

  private void descend(OpenDirectory holder, byte[] name) {
    if (levels.size() < limits.depth()) {
      enter(holder, name, 1);
    } else if (!removedEmpty(holder, name)) {
      moveUp(holder, name);
    }
  }

  private void enter(OpenDirectory holder, byte[] name, int round) {
    int depth = levels.size();
    if (depth == batches.size()) {
      batches.add(arena.allocate(limits.batchBytes(), 8));
    }
    try {
      OpenDirectory directory = holder.child(name);
      levels.add(
          new Level(
              holder, name, round, directory, new DirectoryReader(directory, batches.get(depth))));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENOENT) {
        return;
      }
      // Somebody put a file or a link where a directory was: that one goes, not its target.
      refused.throwUnless(Errno.ELOOP, Errno.ENOTDIR);
      holder.unlink(name);
    }
  }

  private void leave(Level level) {
    levels.removeLast();
    level.directory().close();
    try {
      level.holder().removeDirectory(level.name());
    } catch (LinuxException refused) {
      // What we moved to the top ourselves is no reason to give up.
      boolean ours = levels.isEmpty() && moved > seen;
      if (refused.errno() != Errno.ENOTEMPTY || (!ours && level.round() == ROUNDS_MAX)) {
        throw refused;
      }
      if (ours) {
        seen = moved;
      }
      enter(level.holder(), level.name(), ours ? level.round() : level.round() + 1);
    }
  }

  private static boolean removedEmpty(OpenDirectory holder, byte[] name) {
    try {
      holder.removeDirectory(name);
      return true;
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENOTEMPTY, Errno.ENOTDIR);
      return refused.errno() == Errno.ENOTDIR && SafeTree.unlinked(holder, name);
    }
  }

  private void moveUp(OpenDirectory holder, byte[] name) {
    for (int round = 1; ; ) {
      LinuxException full = null;
      if (moved - seen < limits.moved()) {
        try {
          holder.moveTo(name, levels.getFirst().directory(), prefix + moved);
          moved++;
          return;
        } catch (LinuxException refused) {
          if (refused.errno() == Errno.ENOENT) {
            return;
          }
          refused.throwUnless(Errno.ENOSPC, Errno.EDQUOT, Errno.EMLINK);
          full = refused;
        }
      }
      if (removedEmpty(holder, name)) {
        return;
      }
      if (!dug(holder, name) && round++ == ROUNDS_MAX) {
        throw full == null ? new LinuxException(Errno.ENOTEMPTY, "rmdir", holder.toString()) : full;
      }
    }
  }

  /**
   * Another name needs room on the disk. Where there is none, one branch is followed down to its
   * end: its files and its last directory go, which needs no room and may make some.
   *
   * @return whether that directory is gone
   */
  private boolean dug(OpenDirectory top, byte[] first) {
    OpenDirectory holder = top.child(".");
    byte[] name = first;
    try {
      while (true) {
        OpenDirectory done = holder.child(name);
        try {
          byte[] deeper = clearedOfFiles(done);
          if (deeper == null) {
            return removedEmpty(holder, name);
          }
          name = deeper;
          OpenDirectory inner = done;
          done = holder;
          holder = inner;
        } finally {
          done.close();
        }
      }
    } catch (LinuxException refused) {
      // Replaced or removed meanwhile; whoever called looks again.
      refused.throwUnless(Errno.ENOENT, Errno.ELOOP, Errno.ENOTDIR);
      return false;
    } finally {
      holder.close();
    }
  }

  /** Answers a subdirectory; null when there is none. */
  private byte @Nullable [] clearedOfFiles(OpenDirectory directory) {
    try (Arena own = Arena.ofConfined()) {
      DirectoryReader reader = new DirectoryReader(directory, own.allocate(limits.batchBytes(), 8));
      for (OpenDirectory.Entry entry = reader.next(); entry != null; entry = reader.next()) {
        if (entry.directory() || !SafeTree.unlinked(directory, entry.name())) {
          return entry.name();
        }
      }
      return null;
    }
  }
}
