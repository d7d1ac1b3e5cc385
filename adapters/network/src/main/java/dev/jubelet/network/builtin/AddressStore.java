package dev.jubelet.network.builtin;

import dev.jubelet.linux.file.FileLock;
import dev.jubelet.network.result.IpNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Given addresses, a file each, in the reference's directory and under its lock. Whoever has it
 * open has the lock.
 */
final class AddressStore implements AutoCloseable {
  private static final String LAST = "last_reserved_ip.";
  private static final String UNFINISHED = ".new-";
  private static final String LOCK = "lock";

  private final Path directory;
  private final FileLock lock;

  private AddressStore(Path directory, FileLock lock) {
    this.directory = directory;
    this.lock = lock;
  }

  static AddressStore open(Path directory, Duration time) throws IOException {
    Files.createDirectories(directory);
    return new AddressStore(directory, FileLock.take(directory.resolve(LOCK), time));
  }

  /** Whether it was ever opened: without its lock nobody has given an address. */
  static boolean exists(Path directory) {
    return Files.exists(directory.resolve(LOCK), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * False when somebody has it. The file is whole from the moment that it has its name; like the
   * reference's it is not forced to the disk, since no pod outlives a power cut.
   */
  boolean reserve(InetAddress address, String container, String device, int set)
      throws IOException {
    Path file = directory.resolve(IpNetwork.text(address));
    Path unfinished = directory.resolve(UNFINISHED + IpNetwork.text(address));
    try {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      Files.deleteIfExists(unfinished);
      try (FileChannel out =
          FileChannel.open(unfinished, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
        out.write(ByteBuffer.wrap(owner(container, device).getBytes(StandardCharsets.UTF_8)));
        Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-r--r--"));
      }
      Files.createLink(file, unfinished);
      Files.delete(unfinished);
      Files.writeString(directory.resolve(LAST + set), IpNetwork.text(address));
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    }
  }

  private static String owner(String container, String device) {
    return container + "\r\n" + device;
  }

  Optional<InetAddress> last(int set) throws IOException {
    try {
      return Optional.of(
          IpNetwork.address(Files.readString(directory.resolve(LAST + set)).strip()));
    } catch (NoSuchFileException | IllegalArgumentException never) {
      return Optional.empty();
    }
  }

  /** Also those that an old version wrote down without the interface. */
  List<InetAddress> of(String container, String device) throws IOException {
    List<InetAddress> found = new ArrayList<>();
    for (Path file : files()) {
      String said = content(file);
      if (said.equals(owner(container, device)) || said.equals(container)) {
        address(file).ifPresent(found::add);
      }
    }
    return found;
  }

  void release(String container, String device) throws IOException {
    int removed = removeIf(owner(container, device)::equals);
    if (removed == 0) {
      removeIf(container::equals);
    }
  }

  void release(InetAddress address) throws IOException {
    Files.deleteIfExists(directory.resolve(IpNetwork.text(address)));
  }

  /** Takes back what none of these has; a file without an owner is what a crash has left. */
  void keepOnly(List<String> living) throws IOException {
    removeIf(said ->
        said.isEmpty()
            || living.stream()
                .noneMatch(
                    each -> said.equals(each.replace("/", "\r\n")) || each.startsWith(said + "/")));
  }

  private int removeIf(Predicate<String> ownerIs) throws IOException {
    int removed = 0;
    for (Path file : files()) {
      // Whoever was writing one is dead: we have the lock.
      boolean unfinished = name(file).startsWith(UNFINISHED);
      if (unfinished || ownerIs.test(content(file))) {
        Files.deleteIfExists(file);
        removed += unfinished ? 0 : 1;
      }
    }
    return removed;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(each -> address(each).isPresent() || name(each).startsWith(UNFINISHED))
          .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private static Optional<InetAddress> address(Path file) {
    try {
      return Optional.of(IpNetwork.address(name(file)));
    } catch (IllegalArgumentException other) {
      return Optional.empty();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static String content(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
  }

  @Override
  public void close() {
    lock.close();
  }
}
