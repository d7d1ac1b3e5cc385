package dev.jubelet.app.host;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second process from working in the same directory: two nodes would start every pod twice.
 * The kernel lets go of the lock however the process ends.
 */
public final class DirectoryLock implements AutoCloseable {
  private static final Set<StandardOpenOption> OPEN =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

  /** Whoever may read it could lock it, and keep the node from starting. */
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  private static final String NAME = "jubelet.lock";
  private static final int PID_BYTES_MAX = 20;

  private final FileChannel channel;
  private final Optional<Path> setAside;

  private DirectoryLock(FileChannel channel, Optional<Path> setAside) {
    this.channel = channel;
    this.setAside = setAside;
  }

  /** Whether a file is the lock of its directory. */
  static boolean isLock(Path file) {
    return file.endsWith(NAME);
  }

  /** Where we moved whatever was in the way of the lock file, if it was not a plain file. */
  public Optional<Path> setAside() {
    return setAside;
  }

  /**
   * @throws OutsideFailure when another process has it, or the directory cannot be written
   */
  public static DirectoryLock take(Path root) {
    Path file = root.resolve(NAME);
    try {
      Files.createDirectories(root);
      Optional<Path> setAside = cleared(file);
      FileChannel channel =
          FileChannel.open(file, OPEN, PosixFilePermissions.asFileAttribute(PRIVATE));
      // That of an older version was open to others.
      Files.setPosixFilePermissions(file, PRIVATE);
      if (lock(channel) == null) {
        String holder = read(channel);
        channel.close();
        throw new OutsideFailure(
            FailureKind.ALREADY_EXISTS,
            "another jubelet%s works in %s: end it first, or choose another directory"
                .formatted(holder.isEmpty() ? "" : " (process " + holder + ")", root));
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
      return new DirectoryLock(channel, setAside);
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.DENIED, "cannot write " + file + ": " + refused.getMessage(), refused);
    }
  }

  /** Only a plain file can be locked, so anything else in its place belongs to nobody. */
  private static Optional<Path> cleared(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        || Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Path aside = file.resolveSibling(NAME + ".damaged-" + Instant.now().toEpochMilli());
    return Optional.of(Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE));
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException ourselves) {
      return null;
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(PID_BYTES_MAX);
    channel.read(text, 0);
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
  }

  /** The file stays: removing it could take it from under the next holder. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // The lock ends with the process at the latest.
      return;
    }
  }
}
