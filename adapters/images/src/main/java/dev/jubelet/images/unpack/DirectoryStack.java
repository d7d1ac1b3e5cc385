package dev.jubelet.images.unpack;

import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The directories from the layer's root to where the last entry was made, all held by descriptor. A
 * directory gets its time back when it is left, since making entries in it changes that.
 */
final class DirectoryStack implements AutoCloseable {
  static final String OPAQUE = "trusted.overlay.opaque";
  private static final byte[] YES = "y".getBytes(StandardCharsets.US_ASCII);
  private static final int USUAL_MODE = 0755;

  private final List<Level> levels = new ArrayList<>();
  private final OpenPoints open;

  /** A directory on the way. */
  static final class Level implements AutoCloseable {
    private final String name;
    private final BuildDirectory directory;
    private long seconds;
    private int nanos;
    private boolean opaque;

    Level(String name, BuildDirectory directory) {
      this.name = name;
      this.directory = directory;
      EntryFacts facts = directory.facts();
      this.seconds = facts.seconds();
      this.nanos = facts.nanos();
    }

    BuildDirectory directory() {
      return directory;
    }

    void times(long newSeconds, int newNanos) {
      seconds = newSeconds;
      nanos = newNanos;
    }

    /** However often it is said, it is done once. */
    void makeOpaque() {
      if (!opaque) {
        directory.setOwnXattr(OPAQUE, YES);
        opaque = true;
      }
    }

    @Override
    public void close() {
      try {
        directory.setOwnTimes(seconds, nanos);
      } finally {
        directory.close();
      }
    }
  }

  DirectoryStack(BuildDirectory root, OpenPoints open) {
    this.open = open;
    levels.add(new Level("", root));
  }

  Level root() {
    return levels.getFirst();
  }

  /** Goes to a directory of the layer; what is missing on the way is made. */
  Level enter(List<String> names) throws LayerException {
    int common = 0;
    while (common < names.size()
        && common + 1 < levels.size()
        && levels.get(common + 1).name.equals(names.get(common))) {
      common++;
    }
    leaveBelow(common);
    for (int i = common; i < names.size(); i++) {
      levels.add(entered(names.subList(0, i + 1)));
    }
    return levels.getLast();
  }

  private Level entered(List<String> names) throws LayerException {
    BuildDirectory holder = levels.getLast().directory;
    String name = names.getLast();
    byte[] bytes = BytePath.bytes(name);
    try {
      return new Level(name, holder.child(bytes));
    } catch (LinuxException refused) {
      switch (refused.errno()) {
        case Errno.ENOENT -> make(holder, bytes);
        case Errno.ELOOP, Errno.ENOTDIR -> replaceWhiteout(holder, names);
        default -> throw refused;
      }
    }
    open.addDirectory(new BytePath(names));
    return new Level(name, holder.child(bytes));
  }

  private static void make(BuildDirectory holder, byte[] name) {
    holder.makeDirectory(name);
    holder.chmod(name, USUAL_MODE);
  }

  /** A whiteout and then something below it: a new directory that hides the one below. */
  private static void replaceWhiteout(BuildDirectory holder, List<String> names)
      throws LayerException {
    byte[] name = BytePath.bytes(names.getLast());
    if (holder.facts(name).filter(EntryFacts::whiteout).isEmpty()) {
      throw new LayerException(
          "the path leads through " + new BytePath(names) + ", which is not a directory");
    }
    holder.remove(name);
    make(holder, name);
    holder.setXattr(name, OPAQUE, YES);
  }

  /** An entry of the directory at the end of the way is about to go: it must not stay open. */
  void leaveBelow(int depth) {
    while (levels.size() > depth + 1) {
      levels.removeLast().close();
    }
  }

  @Override
  public void close() {
    leaveBelow(0);
    levels.removeLast().close();
  }
}
