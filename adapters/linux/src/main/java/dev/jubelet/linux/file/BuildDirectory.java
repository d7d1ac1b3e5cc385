package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.EntryCalls;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A directory, held by descriptor, that is filled after the words of somebody who is not trusted.
 * Every call touches one entry of it, itself when it is a link, and nothing else: a name is one
 * component, as bytes, since an image may call its files whatever it likes.
 */
public final class BuildDirectory implements AutoCloseable {
  private static final int NAME_MAX = 255;
  private static final int NEW_DIRECTORY = 0700;
  private static final int PERMISSIONS = 07777;

  /** What {@code mknod} makes here. */
  public enum NodeType {
    PIPE(0010000),
    CHARACTER_DEVICE(0020000),
    BLOCK_DEVICE(0060000);

    private final int mode;

    NodeType(int mode) {
      this.mode = mode;
    }
  }

  private final OpenDirectory directory;

  private BuildDirectory(OpenDirectory directory) {
    this.directory = directory;
  }

  /** Opens a directory whose last component must not be a link. */
  public static BuildDirectory at(Path path) {
    return new BuildDirectory(OpenDirectory.at(path));
  }

  /** Opens a subdirectory: ELOOP or ENOTDIR for anything else, EXDEV for a mount. */
  public BuildDirectory child(byte[] name) {
    return new BuildDirectory(directory.child(checked(name)));
  }

  /** Opens it a second time. */
  public BuildDirectory again() {
    return new BuildDirectory(directory.child("."));
  }

  /** An entry itself, also when it is a link; empty when there is none. */
  public Optional<EntryFacts> facts(byte[] name) {
    try {
      return Optional.of(
          EntryCalls.facts(directory.descriptor(), checked(name), Kernel.AT_SYMLINK_NOFOLLOW));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENOENT) {
        return Optional.empty();
      }
      throw shown(refused, name);
    }
  }

  public EntryFacts facts() {
    return EntryCalls.facts(directory.descriptor(), new byte[0], Kernel.AT_EMPTY_PATH);
  }

  /** A new one that only its owner can enter, until it is given its mode. */
  public void makeDirectory(byte[] name) {
    run(name, () -> Kernel.mkdirat(directory.descriptor(), name, NEW_DIRECTORY));
  }

  public NewFile makeFile(byte[] name) {
    long flags =
        Kernel.O_WRONLY | Kernel.O_CREAT | Kernel.O_EXCL | Kernel.O_NOFOLLOW | Kernel.O_CLOEXEC;
    return call(
        name,
        () ->
            new NewFile(
                Kernel.openat2(directory.descriptor(), name, flags, 0600, Kernel.RESOLVE_BENEATH),
                directory + "/" + Kernel.shown(name)));
  }

  /** Opens a regular file for reading; empty when it is something else or not there. */
  public Optional<ReadOnlyFile> openFile(byte[] name) {
    if (facts(name).filter(facts -> facts.file().regular()).isEmpty()) {
      return Optional.empty();
    }
    long flags = Kernel.O_RDONLY | Kernel.O_NOFOLLOW | Kernel.O_NONBLOCK | Kernel.O_CLOEXEC;
    return Optional.of(
        call(
            name,
            () ->
                new ReadOnlyFile(
                    Kernel.openat2(directory.descriptor(), name, flags, Kernel.RESOLVE_BENEATH))));
  }

  public void makeLink(byte[] target, byte[] name) {
    run(name, () -> Kernel.symlinkat(target, directory.descriptor(), name));
  }

  public byte[] linkTarget(byte[] name) {
    return call(name, () -> Kernel.readlinkat(directory.descriptor(), name));
  }

  public void makeNode(byte[] name, NodeType type, int major, int minor) {
    run(
        name,
        () -> EntryCalls.mknodat(directory.descriptor(), name, type.mode | 0600, major, minor));
  }

  /** overlayfs: nothing of that name is below. */
  public void makeWhiteout(byte[] name) {
    run(
        name,
        () ->
            EntryCalls.mknodat(directory.descriptor(), name, NodeType.CHARACTER_DEVICE.mode, 0, 0));
  }

  /** Gives an entry of another directory a name here. */
  public void hardLink(BuildDirectory from, byte[] existing, byte[] name) {
    checked(existing);
    run(
        name,
        () ->
            EntryCalls.linkat(from.directory.descriptor(), existing, directory.descriptor(), name));
  }

  public void chown(byte[] name, long user, long group) {
    run(
        name,
        () ->
            Kernel.fchownat(
                directory.descriptor(), name, (int) user, (int) group, Kernel.AT_SYMLINK_NOFOLLOW));
  }

  /** ELOOP or EOPNOTSUPP for a link, which has no mode of its own. */
  public void chmod(byte[] name, int mode) {
    checked(name);
    directory.chmod(name, mode & PERMISSIONS);
  }

  public void times(byte[] name, long seconds, int nanos) {
    run(name, () -> EntryCalls.utimensat(directory.descriptor(), name, seconds, nanos));
  }

  public void setXattr(byte[] name, String key, byte[] value) {
    run(name, () -> EntryCalls.setXattr(directory.descriptor(), name, key, value));
  }

  /** An attribute; empty when there is none, also for a file system that knows none. */
  public Optional<byte[]> xattr(byte[] name, String key) {
    try {
      return Optional.of(EntryCalls.xattr(directory.descriptor(), checked(name), key));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENODATA || refused.errno() == Errno.EOPNOTSUPP) {
        return Optional.empty();
      }
      throw shown(refused, name);
    }
  }

  /** The names of an entry's attributes. */
  public List<String> xattrs(byte[] name) {
    byte[] names = call(name, () -> EntryCalls.xattrs(directory.descriptor(), name));
    return Arrays.stream(new String(names, StandardCharsets.UTF_8).split("\0", -1))
        .filter(key -> !key.isEmpty())
        .toList();
  }

  /** Removes an entry, a file or a tree; it may be gone already. */
  public void remove(byte[] name) {
    checked(name);
    try {
      SafeTree.removeFrom(directory, new OpenDirectory.Entry(name, false));
    } catch (LinuxException refused) {
      if (refused.errno() != Errno.ENOENT) {
        throw refused;
      }
    }
  }

  /** Shows the names of its entries one by one, however many there are. */
  public void names(Consumer<byte[]> shown) {
    directory.scan(entry -> {
      shown.accept(entry.name());
      return true;
    });
  }

  public void setOwnTimes(long seconds, int nanos) {
    EntryCalls.utimensat(directory.descriptor(), new byte[] {'.'}, seconds, nanos);
  }

  public void setOwnXattr(String key, byte[] value) {
    EntryCalls.setXattr(directory.descriptor(), new byte[] {'.'}, key, value);
  }

  public Optional<byte[]> ownXattr(String key) {
    try {
      return Optional.of(EntryCalls.xattr(directory.descriptor(), new byte[] {'.'}, key));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENODATA || refused.errno() == Errno.EOPNOTSUPP) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  public void setOwner(long user, long group) {
    Kernel.fchown(directory.descriptor(), (int) user, (int) group, toString());
  }

  public void setMode(int mode) {
    directory.chmod(mode & PERMISSIONS);
  }

  /** Makes everything on its file system durable. */
  public void syncFileSystem() {
    EntryCalls.syncfs(directory.descriptor(), toString());
  }

  private void run(byte[] name, Runnable call) {
    call(
        name,
        () -> {
          call.run();
          return true;
        });
  }

  private <T> T call(byte[] name, Supplier<T> call) {
    checked(name);
    try {
      return call.get();
    } catch (LinuxException refused) {
      throw shown(refused, name);
    }
  }

  private LinuxException shown(LinuxException refused, byte[] name) {
    return new LinuxException(
        refused.errno(), refused.call(), directory + "/" + Kernel.shown(name));
  }

  private static byte[] checked(byte[] name) {
    boolean dots =
        name.length <= 2 && name.length > 0 && name[0] == '.' && name[name.length - 1] == '.';
    boolean wrong = name.length == 0 || name.length > NAME_MAX || dots;
    for (byte each : name) {
      wrong |= each == '/' || each == 0;
    }
    if (wrong) {
      throw new IllegalArgumentException("not the name of an entry: " + Kernel.shown(name));
    }
    return name;
  }

  @Override
  public void close() {
    directory.close();
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
