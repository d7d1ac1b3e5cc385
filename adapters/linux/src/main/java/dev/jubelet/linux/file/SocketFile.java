package dev.jubelet.linux.file;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file of a socket. It is made in a directory that nobody else may enter and moved to its place
 * when its mode is right, so that nobody connects who may not; moving also replaces what a dead
 * process left there.
 */
public final class SocketFile {
  private final Path path;
  private @Nullable Path workshop;
  private @Nullable Object key;

  public SocketFile(Path path) {
    this.path = path.toAbsolutePath();
  }

  /** Where to bind. */
  public Path prepare() throws IOException {
    Path directory = Objects.requireNonNull(path.getParent(), "a socket lies in a directory");
    Files.createDirectories(directory);
    refuseTaken();
    // A short name, as the path of a socket has 107 bytes at most.
    Path made =
        Files.createTempDirectory(
            directory,
            ".",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    workshop = made;
    return made.resolve("s");
  }

  private void refuseTaken() throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    BasicFileAttributes attributes = attributes();
    if (!attributes.isOther()) {
      throw new OutsideFailure(FailureKind.ALREADY_EXISTS, path + " is there and is no socket");
    }
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      throw new OutsideFailure(
          FailureKind.ALREADY_EXISTS, "another process answers at " + channel.getRemoteAddress());
    } catch (IOException nobodyListens) {
      // Left behind.
    }
  }

  /** What is bound becomes visible. */
  public void publish(Path bound) throws IOException {
    Files.setPosixFilePermissions(bound, PosixFilePermissions.fromString("rw-------"));
    Files.move(bound, path, StandardCopyOption.ATOMIC_MOVE);
    key = attributes().fileKey();
    tidy();
  }

  /** Only ours: another process may have taken the place. */
  public void remove() throws IOException {
    tidy();
    if (key != null
        && Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && key.equals(attributes().fileKey())) {
      Files.delete(path);
    }
  }

  private void tidy() throws IOException {
    Path made = workshop;
    if (made != null) {
      Files.deleteIfExists(made.resolve("s"));
      Files.deleteIfExists(made);
      workshop = null;
    }
  }

  private BasicFileAttributes attributes() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
