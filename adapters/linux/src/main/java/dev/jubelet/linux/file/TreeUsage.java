package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;

/**
 * Adds up what a directory tree takes from its disk while others change it. It follows no link,
 * crosses no mount and counts a file with several names once. The walk is bounded: of a tree that
 * is larger or deeper than that, the answer is the part that was seen.
 */
public final class TreeUsage {
  private static final int DEPTH_MAX = 512;
  private static final int ENTRIES_MAX = 2_000_000;

  private final InodeSet shared = new InodeSet();
  private long bytes;
  private long entries;

  private TreeUsage() {}

  /** The tree's own directory counts, too. */
  public static TreeUsage of(Path directory) {
    TreeUsage usage = new TreeUsage();
    try (OpenDirectory top = OpenDirectory.at(directory)) {
      usage.add(top.facts());
      DeepStack.run(() -> usage.walk(top, 0));
    }
    return usage;
  }

  public long bytes() {
    return bytes;
  }

  public long inodes() {
    return entries;
  }

  private void walk(OpenDirectory directory, int depth) {
    directory.scan(entry -> {
      directory
          .facts(entry.name())
          .ifPresent(facts -> {
            if (!facts.directory()) {
              add(facts);
            } else if (depth < DEPTH_MAX) {
              enter(directory, entry, depth);
            }
          });
      return entries < ENTRIES_MAX;
    });
  }

  private void enter(OpenDirectory holder, OpenDirectory.Entry entry, int depth) {
    try (OpenDirectory inner = holder.child(entry.name())) {
      add(inner.facts());
      walk(inner, depth + 1);
    } catch (LinuxException refused) {
      // A mount of another file system, or not a directory any more.
      refused.throwUnless(Errno.EXDEV, Errno.ENOENT, Errno.ELOOP, Errno.ENOTDIR);
    }
  }

  private void add(FileFacts facts) {
    boolean severalNames = !facts.directory() && facts.links() > 1;
    if (severalNames && !shared.add(facts.inode())) {
      return;
    }
    bytes += facts.allocated();
    entries++;
  }
}
