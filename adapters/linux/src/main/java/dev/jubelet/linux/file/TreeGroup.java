package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.LinuxException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a directory tree to a group that may read and write all of it. Follows no link and crosses
 * no mount; what is right already is left alone, so that it may be repeated.
 */
public final class TreeGroup {
  private static final int FILE_MASK = 0660;
  private static final int DIRECTORY_MASK = 02770;
  private static final int SIDE_BY_SIDE = 4;
  private static final int DEPTH_MAX = 512;

  private final long group;
  private final LongConsumer progress;
  private final AtomicLong seen = new AtomicLong();
  private volatile boolean failed;

  private TreeGroup(long group, LongConsumer progress) {
    this.group = group;
    this.progress = progress;
  }

  /** Whether the top of the tree looks as if all of it were done. */
  public static boolean rootMatches(Path directory, long group) {
    try (OpenDirectory top = OpenDirectory.at(directory)) {
      FileFacts facts = top.facts();
      return facts.group() == group && (facts.permissions() & DIRECTORY_MASK) == DIRECTORY_MASK;
    }
  }

  /**
   * The top goes last: a walk that was cut short must not look finished.
   *
   * @param progress is told the number of files from time to time, on any thread
   */
  public static void give(Path directory, long group, LongConsumer progress) {
    TreeGroup walk = new TreeGroup(group, progress);
    try (OpenDirectory top = OpenDirectory.at(directory)) {
      walk.inner(top);
      top.chgrp(group);
      top.chmod(top.facts().permissions() | DIRECTORY_MASK);
    }
  }

  private void inner(OpenDirectory top) {
    List<Future<?>> parts = new ArrayList<>();
    try (OpenDirectory again = top.child(".");
        Arena arena = Arena.ofShared();
        ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE, DeepStack::thread)) {
      DirectoryReader entries =
          new DirectoryReader(again, arena.allocate(DirectoryReader.BATCH_BYTES, 8));
      for (int i = 0; i < SIDE_BY_SIDE; i++) {
        parts.add(threads.submit(() -> share(top, entries)));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new LinuxException(Errno.EINTR, "change the group of", top.toString());
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("cannot change the group of " + top, failed);
    }
  }

  /** Each thread takes the next entry until there is none left, or another thread has failed. */
  private void share(OpenDirectory top, DirectoryReader entries) {
    try {
      for (OpenDirectory.Entry entry = next(entries);
          entry != null && !failed;
          entry = next(entries)) {
        one(top, entry, 0);
      }
    } catch (RuntimeException thrown) {
      failed = true;
      throw thrown;
    }
  }

  private static OpenDirectory.@Nullable Entry next(DirectoryReader entries) {
    synchronized (entries) {
      return entries.next();
    }
  }

  private void one(OpenDirectory holder, OpenDirectory.Entry entry, int depth) {
    try {
      FileFacts facts = holder.facts(entry.name()).orElse(null);
      if (facts == null) {
        return;
      }
      progress.accept(seen.incrementAndGet());
      if (facts.directory()) {
        if (depth >= DEPTH_MAX) {
          throw new LinuxException(Errno.ENAMETOOLONG, "change the group of", entry.toString());
        }
        try (OpenDirectory directory = holder.child(entry.name())) {
          directory.scan(each -> {
            one(directory, each, depth + 1);
            return true;
          });
        }
      }
      change(holder, entry, facts);
    } catch (LinuxException refused) {
      // Another mount, or replaced meanwhile by the pod that uses it.
      refused.throwUnless(Errno.EXDEV, Errno.ENOENT, Errno.ELOOP, Errno.ENOTDIR);
    }
  }

  private void change(OpenDirectory holder, OpenDirectory.Entry entry, FileFacts facts) {
    if (facts.group() != group) {
      holder.chgrp(entry.name(), group);
    }
    int mask = facts.directory() ? DIRECTORY_MASK : FILE_MASK;
    if (!facts.link() && (facts.permissions() & mask) != mask) {
      holder.chmod(entry.name(), facts.permissions() | mask);
    }
  }
}
