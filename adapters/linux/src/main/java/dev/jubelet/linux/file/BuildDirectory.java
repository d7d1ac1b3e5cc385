package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * A directory, held by descriptor, that is filled after the words of somebody who is not trusted.
 * Every call touches one entry of it, itself when it is a link, and nothing else: a name is one
 * component, as bytes, since an image may call its files whatever it likes.
 */
public final class BuildDirectory implements AutoCloseable {
  private static final int NAME_MAX = 255;
  private static final int NEW_DIRECTORY = 0700;
  private static final int PERMISSIONS = 07777;
  private static final byte[] ITSELF = {'.'};

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
    return directory.entryFacts(checked(name));
  }

  public EntryFacts facts() {
    return Kernel.fstat(directory.fd());
  }

  /** A new one that only its owner can enter, until it is given its mode. */
  public void makeDirectory(byte[] name) {
    run(name, fd -> Kernel.mkdirat(fd, name, NEW_DIRECTORY));
  }

  public NewFile makeFile(byte[] name) {
    return directory.makeFile(checked(name));
  }

  /** Opens a regular file for reading; empty when it is something else or not there. */
  public Optional<ReadOnlyFile> openFile(byte[] name) {
    return directory.openFile(checked(name));
  }

  public void makeLink(byte[] target, byte[] name) {
    run(name, fd -> Kernel.symlinkat(target, fd, name));
  }

  public byte[] linkTarget(byte[] name) {
    return call(name, fd -> Kernel.readlinkat(fd, name));
  }

  public void makeNode(byte[] name, NodeType type, int major, int minor) {
    run(name, fd -> Kernel.mknodat(fd, name, type.mode | 0600, major, minor));
  }

  /** overlayfs: nothing of that name is below. */
  public void makeWhiteout(byte[] name) {
    run(name, fd -> Kernel.mknodat(fd, name, NodeType.CHARACTER_DEVICE.mode, 0, 0));
  }

  /** Gives an entry of another directory a name here. */
  public void hardLink(BuildDirectory from, byte[] existing, byte[] name) {
    checked(existing);
    run(name, fd -> Kernel.linkat(from.directory.fd(), existing, fd, name));
  }

  public void chown(byte[] name, long user, long group) {
    run(name, fd -> Kernel.lchownat(fd, name, (int) user, (int) group));
  }

  /** ELOOP or EOPNOTSUPP for a link, which has no mode of its own. */
  public void chmod(byte[] name, int mode) {
    directory.chmod(checked(name), mode & PERMISSIONS);
  }

  public void times(byte[] name, long seconds, int nanos) {
    run(name, fd -> Kernel.utimensat(fd, name, seconds, nanos));
  }

  public void setXattr(byte[] name, String key, byte[] value) {
    run(name, fd -> Kernel.setXattr(fd, name, key, value));
  }

  /** An attribute; empty when there is none, also for a file system that knows none. */
  public Optional<byte[]> xattr(byte[] name, String key) {
    return attribute(checked(name), key);
  }

  private Optional<byte[]> attribute(byte[] name, String key) {
    try {
      return Optional.of(directory.call(name, () -> Kernel.xattr(directory.fd(), name, key)));
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENODATA, Errno.EOPNOTSUPP);
      return Optional.empty();
    }
  }

  /** The names of an entry's attributes. */
  public List<String> xattrs(byte[] name) {
    byte[] names = call(name, fd -> Kernel.xattrs(fd, name));
    return Arrays.stream(new String(names, StandardCharsets.UTF_8).split("\0", -1))
        .filter(key -> !key.isEmpty())
        .toList();
  }

  /** Removes an entry, a file or a tree; it may be gone already. */
  public void remove(byte[] name) {
    checked(name);
    try {
      SafeTree.removeFrom(directory, name);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENOENT);
    }
  }

  /** Removes everything in it, which nobody else may be changing. */
  public void clear() {
    AtomicBoolean found = new AtomicBoolean();
    do {
      found.set(false);
      // Again until nothing is seen: some file systems skip entries while others go.
      names(name -> {
        found.set(true);
        remove(name);
      });
    } while (found.get());
  }

  /** Shows the names of its entries one by one, however many there are. */
  public void names(Consumer<byte[]> shown) {
    directory.scan(entry -> {
      shown.accept(entry.name());
      return true;
    });
  }

  public void setOwnTimes(long seconds, int nanos) {
    Kernel.utimensat(directory.fd(), ITSELF, seconds, nanos);
  }

  public void setOwnXattr(String key, byte[] value) {
    Kernel.setXattr(directory.fd(), ITSELF, key, value);
  }

  public Optional<byte[]> ownXattr(String key) {
    return attribute(ITSELF, key);
  }

  public void setOwner(long user, long group) {
    Kernel.fchown(directory.fd(), (int) user, (int) group, toString());
  }

  public void setMode(int mode) {
    directory.chmod(mode & PERMISSIONS);
  }

  /** Makes everything on its file system durable. */
  public void syncFileSystem() {
    Kernel.syncfs(directory.fd(), toString());
  }

  private void run(byte[] name, IntConsumer call) {
    directory.run(checked(name), () -> call.accept(directory.fd()));
  }

  private <T> T call(byte[] name, IntFunction<T> call) {
    return directory.call(checked(name), () -> call.apply(directory.fd()));
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
