package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A directory held by descriptor. What is done through it happens in that directory, whatever
 * somebody puts in place of its path meanwhile.
 */
public final class OpenDirectory implements AutoCloseable {
  private static final int BUFFER_SIZE = 32 * 1024;
  private static final int NAME_OFFSET = 19;
  private static final byte DT_DIR = 4;
  private static final long FLAGS = Kernel.O_DIRECTORY | Kernel.O_NOFOLLOW | Kernel.O_CLOEXEC;
  private static final long STAY_INSIDE =
      Kernel.RESOLVE_BENEATH | Kernel.RESOLVE_NO_SYMLINKS | Kernel.RESOLVE_NO_XDEV;

  private final int fd;
  private final String shown;

  private OpenDirectory(int fd, String shown) {
    this.fd = fd;
    this.shown = shown;
  }

  /** An entry's name as the kernel has it; {@code directory} is false when it was not told. */
  static final class Entry {
    private final byte[] name;
    private final boolean directory;

    Entry(byte[] name, boolean directory) {
      this.name = name;
      this.directory = directory;
    }

    public byte[] name() {
      return name;
    }

    boolean directory() {
      return directory;
    }

    @Override
    public String toString() {
      return Kernel.shown(name);
    }
  }

  /** Opens a directory whose last component must not be a link. */
  public static OpenDirectory at(Path path) {
    return new OpenDirectory(
        Kernel.openat2(Kernel.AT_FDCWD, Kernel.bytes(path.toString()), FLAGS, 0), path.toString());
  }

  /** Opens a directory below this one: ELOOP for a link on the way, EXDEV for another mount. */
  public OpenDirectory child(String relative) {
    return child(Kernel.bytes(relative));
  }

  OpenDirectory child(byte[] relative) {
    try {
      return new OpenDirectory(Kernel.openat2(fd, relative, FLAGS, STAY_INSIDE), path(relative));
    } catch (LinuxException refused) {
      throw shownInFull(refused, relative);
    }
  }

  /** Makes a subdirectory unless it is there, and opens it. */
  public OpenDirectory makeChild(String name, int mode) {
    // Most are there already, and to look costs less than to try: nobody else has to wait for it.
    try {
      return child(name);
    } catch (LinuxException missing) {
      if (missing.errno() != Errno.ENOENT) {
        throw missing;
      }
    }
    boolean made = true;
    try {
      Kernel.mkdirat(fd, Kernel.bytes(name), mode);
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.EEXIST) {
        throw shownInFull(refused, Kernel.bytes(name));
      }
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
    Kernel.fchmod(fd, mode, shown);
  }

  public void chgrp(long group) {
    Kernel.fchown(fd, -1, (int) group, shown);
  }

  public void chown(long user) {
    Kernel.fchown(fd, (int) user, -1, shown);
  }

  /** The names of all entries, sorted. */
  public List<String> names() {
    return entries().stream().map(Entry::toString).sorted().toList();
  }

  public FileFacts facts() {
    return Kernel.statx(fd, new byte[0], Kernel.AT_EMPTY_PATH);
  }

  /** An entry itself, also when it is a link; empty when there is none. */
  public Optional<FileFacts> facts(String name) {
    return facts(Kernel.bytes(name));
  }

  Optional<FileFacts> facts(byte[] name) {
    return ifThere(name, () -> Kernel.statx(fd, name, Kernel.AT_SYMLINK_NOFOLLOW));
  }

  /** Makes a file that is not there yet; the umask takes nothing from its mode. */
  public void writeNew(String name, byte[] content, int mode) {
    byte[] bytes = Kernel.bytes(name);
    try {
      int file =
          Kernel.openat2(
              fd,
              bytes,
              Kernel.O_WRONLY
                  | Kernel.O_CREAT
                  | Kernel.O_EXCL
                  | Kernel.O_NOFOLLOW
                  | Kernel.O_CLOEXEC,
              0600,
              STAY_INSIDE);
      try {
        int done = 0;
        while (done < content.length) {
          done += Kernel.writeSome(file, content, done, name);
        }
        Kernel.fchmod(file, mode, name);
      } finally {
        Kernel.close(file);
      }
    } catch (LinuxException refused) {
      throw shownInFull(refused, bytes);
    }
  }

  /**
   * A regular file that is no link; empty when there is none, something else has its name, or it
   * has more bytes than that.
   */
  public Optional<byte[]> read(String name, int bytesMax) {
    byte[] bytes = Kernel.bytes(name);
    if (facts(bytes).filter(FileFacts::regular).isEmpty()) {
      return Optional.empty();
    }
    long flags = Kernel.O_RDONLY | Kernel.O_NOFOLLOW | Kernel.O_NONBLOCK | Kernel.O_CLOEXEC;
    return ifThere(bytes, () -> Kernel.openat2(fd, bytes, flags, STAY_INSIDE))
        .flatMap(file -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(bytesMax + 1L);
            long read = 0;
            for (long more = 1; more > 0 && read <= bytesMax; read += more) {
              more = Kernel.read(file, buffer.asSlice(read));
            }
            return read > bytesMax
                ? Optional.empty()
                : Optional.of(buffer.asSlice(0, read).toArray(JAVA_BYTE));
          } finally {
            Kernel.close(file);
          }
        });
  }

  public void symlink(String target, String name) {
    try {
      Kernel.symlinkat(Kernel.bytes(target), fd, Kernel.bytes(name));
    } catch (LinuxException refused) {
      throw shownInFull(refused, Kernel.bytes(name));
    }
  }

  /** Where a link leads; empty when there is none or it is no link. */
  public Optional<String> readLink(String name) {
    byte[] bytes = Kernel.bytes(name);
    try {
      return ifThere(bytes, () -> Kernel.shown(Kernel.readlinkat(fd, bytes)));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.EINVAL) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  /** Gives an entry to a group; a link itself, not what it leads to. */
  public void chgrp(String name, long group) {
    chgrp(Kernel.bytes(name), group);
  }

  /** Gives an entry to a user; a link itself, not what it leads to. */
  public void chown(String name, long user) {
    byte[] bytes = Kernel.bytes(name);
    try {
      Kernel.fchownat(fd, bytes, (int) user, -1, Kernel.AT_SYMLINK_NOFOLLOW);
    } catch (LinuxException refused) {
      throw shownInFull(refused, bytes);
    }
  }

  public void chgrp(byte[] name, long group) {
    try {
      Kernel.fchownat(fd, name, -1, (int) group, Kernel.AT_SYMLINK_NOFOLLOW);
    } catch (LinuxException refused) {
      throw shownInFull(refused, name);
    }
  }

  /** Changes the mode of an entry that is no link, which has no mode of its own. */
  public void chmod(String name, int mode) {
    chmod(Kernel.bytes(name), mode);
  }

  public void chmod(byte[] name, int mode) {
    try {
      long flags = Kernel.O_PATH | Kernel.O_NOFOLLOW | Kernel.O_CLOEXEC;
      int held = Kernel.openat2(fd, name, flags, STAY_INSIDE);
      try {
        Kernel.chmodOpen(held, mode, path(name));
      } finally {
        Kernel.close(held);
      }
    } catch (LinuxException refused) {
      throw shownInFull(refused, name);
    }
  }

  /** Removes an entry, a file or an empty directory; it may be gone already. */
  public void removeEntry(String name) {
    try {
      unlink(Kernel.bytes(name));
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.EISDIR) {
        throw refused;
      }
      removeDirectory(Kernel.bytes(name));
    }
  }

  private <T> Optional<T> ifThere(byte[] name, Supplier<T> call) {
    try {
      return Optional.of(call.get());
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENOENT) {
        return Optional.empty();
      }
      throw shownInFull(refused, name);
    }
  }

  int descriptor() {
    return fd;
  }

  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    scan(entry -> {
      entries.add(entry);
      return true;
    });
    return entries;
  }

  /** Shows entries one by one, however many there are, until somebody has seen enough. */
  void scan(Predicate<Entry> goOn) {
    // A second opening: the position of a directory belongs to its descriptor.
    try (OpenDirectory again = child(".");
        Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BUFFER_SIZE, 8);
      for (long size = again.fill(buffer); size > 0; size = again.fill(buffer)) {
        if (!decode(buffer.asSlice(0, size), goOn)) {
          return;
        }
      }
    }
  }

  private long fill(MemorySegment buffer) {
    return Kernel.getdents64(fd, buffer);
  }

  // struct linux_dirent64: inode 8, offset 8, record length 2, type 1, name.
  private static boolean decode(MemorySegment records, Predicate<Entry> goOn) {
    long at = 0;
    while (at < records.byteSize()) {
      int length = Short.toUnsignedInt(records.get(JAVA_SHORT_UNALIGNED, at + 16));
      boolean directory = records.get(JAVA_BYTE, at + 18) == DT_DIR;
      long end = at + NAME_OFFSET;
      while (records.get(JAVA_BYTE, end) != 0) {
        end++;
      }
      byte[] name = records.asSlice(at + NAME_OFFSET, end - at - NAME_OFFSET).toArray(JAVA_BYTE);
      at += length;
      if (!isDots(name) && !goOn.test(new Entry(name, directory))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDots(byte[] name) {
    return (name.length == 1 && name[0] == '.')
        || (name.length == 2 && name[0] == '.' && name[1] == '.');
  }

  void unlink(byte[] name) {
    remove(name, 0);
  }

  void removeDirectory(byte[] name) {
    remove(name, Kernel.AT_REMOVEDIR);
  }

  private void remove(byte[] name, int flags) {
    try {
      Kernel.unlinkat(fd, name, flags);
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.ENOENT) {
        throw shownInFull(refused, name);
      }
    }
  }

  /** Renames an entry; what has the new name, a file or an empty directory, is replaced. */
  public void rename(String from, String to) {
    moveTo(Kernel.bytes(from), this, to);
  }

  void moveTo(byte[] name, OpenDirectory target, String newName) {
    try {
      Kernel.renameat(fd, name, target.fd, Kernel.bytes(newName));
    } catch (LinuxException refused) {
      throw shownInFull(refused, name);
    }
  }

  private String path(byte[] name) {
    String text = Kernel.shown(name);
    return text.equals(".") ? shown : shown + "/" + text;
  }

  private LinuxException shownInFull(LinuxException refused, byte[] name) {
    return new LinuxException(refused.errno(), refused.call(), path(name));
  }

  @Override
  public void close() {
    Kernel.close(fd);
  }

  @Override
  public String toString() {
    return shown;
  }
}
