package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.OpenFile;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A directory held by descriptor. What is done through it happens in that directory, whatever
 * somebody puts in place of its path meanwhile.
 */
public final class OpenDirectory extends OpenFile {
  private static final int SHOWN_MAX = 4096;
  private static final long FLAGS = Kernel.O_DIRECTORY | Kernel.O_NOFOLLOW;
  private static final long STAY_INSIDE =
      Kernel.RESOLVE_BENEATH | Kernel.RESOLVE_NO_SYMLINKS | Kernel.RESOLVE_NO_XDEV;

  private OpenDirectory(int fd, String shown) {
    super(fd, shown);
  }

  /** An entry's name as the kernel has it; {@code directory} is false when it was not told. */
  record Entry(byte[] name, boolean directory) {
    @Override
    public String toString() {
      return Kernel.shown(name);
    }
  }

  /** Opens a directory whose last component must not be a link. */
  public static OpenDirectory at(Path path) {
    return new OpenDirectory(Kernel.open(path, FLAGS), path.toString());
  }

  /** Opens a directory below this one: ELOOP for a link on the way, EXDEV for another mount. */
  public OpenDirectory child(String relative) {
    return child(Kernel.bytes(relative));
  }

  OpenDirectory child(byte[] relative) {
    return call(
        relative,
        () ->
            new OpenDirectory(Kernel.openat2(fd(), relative, FLAGS, STAY_INSIDE), path(relative)));
  }

  /** Makes a subdirectory unless it is there, and opens it. */
  public OpenDirectory makeChild(String name, int mode) {
    // Most are there already, and to look costs less than to try: nobody else has to wait for it.
    try {
      return child(name);
    } catch (LinuxException missing) {
      missing.throwUnless(Errno.ENOENT);
    }
    boolean made = true;
    try {
      run(Kernel.bytes(name), () -> Kernel.mkdirat(fd(), Kernel.bytes(name), mode));
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EEXIST);
      made = false;
    }
    OpenDirectory child = child(name);
    if (made) {
      // mkdir is subject to the umask.
      child.chmod(mode);
    }
    return child;
  }

  public void chmod(int mode) {
    Kernel.fchmod(fd(), mode, toString());
  }

  public void chgrp(long group) {
    Kernel.fchown(fd(), -1, (int) group, toString());
  }

  public void chown(long user) {
    Kernel.fchown(fd(), (int) user, -1, toString());
  }

  /** The names of all entries, sorted; for a directory that only we fill. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    forEachName(names::add);
    names.sort(null);
    return names;
  }

  /** Shows the names of all entries one by one, however many there are. */
  public void forEachName(Consumer<String> shown) {
    scan(entry -> {
      shown.accept(entry.toString());
      return true;
    });
  }

  public FileFacts facts() {
    return Kernel.fstat(fd()).file();
  }

  /** An entry itself, also when it is a link; empty when there is none. */
  public Optional<FileFacts> facts(String name) {
    return facts(Kernel.bytes(name));
  }

  Optional<FileFacts> facts(byte[] name) {
    return entryFacts(name).map(EntryFacts::file);
  }

  Optional<EntryFacts> entryFacts(byte[] name) {
    return ifThere(name, () -> Kernel.statx(fd(), name, Kernel.AT_SYMLINK_NOFOLLOW));
  }

  /** Makes a file that is not there yet; the umask takes nothing from its mode. */
  public void writeNew(String name, byte[] content, int mode) {
    try (NewFile file = makeFile(Kernel.bytes(name))) {
      file.write(content, 0, content.length);
      file.chmod(mode);
    }
  }

  NewFile makeFile(byte[] name) {
    long flags = Kernel.O_WRONLY | Kernel.O_CREAT | Kernel.O_EXCL | Kernel.O_NOFOLLOW;
    return call(
        name, () -> new NewFile(Kernel.openat2(fd(), name, flags, 0600, STAY_INSIDE), path(name)));
  }

  /**
   * A regular file that is no link; empty when there is none, something else has its name, or it
   * has more bytes than that.
   */
  public Optional<byte[]> read(String name, int bytesMax) {
    return openFile(Kernel.bytes(name))
        .flatMap(file -> {
          try (file) {
            return file.read(bytesMax);
          }
        });
  }

  /** Opens a regular file for reading; empty when it is something else or not there. */
  Optional<ReadOnlyFile> openFile(byte[] name) {
    if (facts(name).filter(FileFacts::regular).isEmpty()) {
      return Optional.empty();
    }
    long flags = Kernel.O_RDONLY | Kernel.O_NOFOLLOW | Kernel.O_NONBLOCK;
    return ifThere(
        name, () -> new ReadOnlyFile(Kernel.openat2(fd(), name, flags, STAY_INSIDE), path(name)));
  }

  public void symlink(String target, String name) {
    byte[] bytes = Kernel.bytes(name);
    run(bytes, () -> Kernel.symlinkat(Kernel.bytes(target), fd(), bytes));
  }

  /** Where a link leads; empty when there is none or it is no link. */
  public Optional<String> readLink(String name) {
    byte[] bytes = Kernel.bytes(name);
    try {
      return ifThere(bytes, () -> Kernel.shown(Kernel.readlinkat(fd(), bytes)));
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EINVAL);
      return Optional.empty();
    }
  }

  /** Gives an entry to a group; a link itself, not what it leads to. */
  public void chgrp(String name, long group) {
    chgrp(Kernel.bytes(name), group);
  }

  /** Gives an entry to a user; a link itself, not what it leads to. */
  public void chown(String name, long user) {
    byte[] bytes = Kernel.bytes(name);
    run(bytes, () -> Kernel.lchownat(fd(), bytes, (int) user, -1));
  }

  void chgrp(byte[] name, long group) {
    run(name, () -> Kernel.lchownat(fd(), name, -1, (int) group));
  }

  /** Changes the mode of an entry that is no link, which has no mode of its own. */
  public void chmod(String name, int mode) {
    chmod(Kernel.bytes(name), mode);
  }

  void chmod(byte[] name, int mode) {
    run(
        name,
        () -> {
          int held = Kernel.openat2(fd(), name, Kernel.O_PATH | Kernel.O_NOFOLLOW, STAY_INSIDE);
          try (OpenFile entry = new OpenFile(held, path(name))) {
            Kernel.chmodOpen(held, mode, entry.toString());
          }
        });
  }

  /** Removes an entry, a file or an empty directory; it may be gone already. */
  public void removeEntry(String name) {
    try {
      unlink(Kernel.bytes(name));
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EISDIR);
      removeDirectory(Kernel.bytes(name));
    }
  }

  private <T> Optional<T> ifThere(byte[] name, Supplier<T> call) {
    try {
      return Optional.of(call(name, call));
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENOENT);
      return Optional.empty();
    }
  }

  /** Does something with an entry; what is refused names it in full. */
  void run(byte[] name, Runnable work) {
    call(
        name,
        () -> {
          work.run();
          return name;
        });
  }

  /** As {@link #run}. */
  <T> T call(byte[] name, Supplier<T> work) {
    try {
      return work.get();
    } catch (LinuxException refused) {
      throw new LinuxException(refused.errno(), refused.call(), path(name));
    }
  }

  /** Shows entries one by one, however many there are, until somebody has seen enough. */
  void scan(Predicate<Entry> goOn) {
    // A second opening: the position of a directory belongs to its descriptor.
    try (OpenDirectory again = child(".");
        Arena arena = Arena.ofConfined()) {
      DirectoryReader reader =
          new DirectoryReader(again, arena.allocate(DirectoryReader.BATCH_BYTES, 8));
      Entry entry = reader.next();
      while (entry != null && goOn.test(entry)) {
        entry = reader.next();
      }
    }
  }

  void unlink(byte[] name) {
    remove(name, 0);
  }

  void removeDirectory(byte[] name) {
    remove(name, Kernel.AT_REMOVEDIR);
  }

  private void remove(byte[] name, int flags) {
    try {
      run(name, () -> Kernel.unlinkat(fd(), name, flags));
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENOENT);
    }
  }

  /** Renames an entry; what has the new name, a file or an empty directory, is replaced. */
  public void rename(String from, String to) {
    moveTo(Kernel.bytes(from), this, to);
  }

  void moveTo(byte[] name, OpenDirectory target, String newName) {
    run(name, () -> Kernel.renameat(fd(), name, target.fd(), Kernel.bytes(newName)));
  }

  private String path(byte[] name) {
    String text = Kernel.shown(name);
    if (text.equals(".")) {
      return toString();
    }
    // Every open directory of a deep tree has one, and people read its ends.
    String holder = toString();
    return holder.length() > SHOWN_MAX
        ? holder.substring(0, SHOWN_MAX / 2) + "/…/" + text
        : holder + "/" + text;
  }
}
