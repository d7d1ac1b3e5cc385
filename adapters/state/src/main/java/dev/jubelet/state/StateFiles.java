package dev.jubelet.state;

import dev.jubelet.linux.AtomicFile;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Node state as files of one directory. A file that is damaged, or something else in its place, is
 * renamed to {@code NAME.damaged-TIME} and never stands in the way of a start.
 */
public final class StateFiles implements NodeState {
  /** Far above what any of them needs: a larger file is none of ours. */
  static final int LENGTH_MAX = 64 << 20;

  private static final String PERMISSIONS = "rw-------";
  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path directory;
  private final Supplier<Instant> wall;

  /**
   * @param wall the machine's clock, for the names of damaged files
   */
  public StateFiles(Path directory, Supplier<Instant> wall) {
    this.directory = directory;
    this.wall = wall;
  }

  @Override
  public Kept load(String name) {
    Path file = directory.resolve(name);
    try {
      return new Kept(Optional.of(Envelope.open(read(file))), Optional.empty());
    } catch (NoSuchFileException never) {
      return Kept.NOTHING;
    } catch (IOException | Damage unreadable) {
      return new Kept(Optional.empty(), Optional.of(told(file, unreadable)));
    }
  }

  /** Never through a link: it could lead anywhere, or to something that never ends. */
  private static byte[] read(Path file) throws IOException, Damage {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new Damage(attributes.isDirectory() ? "it is a directory" : "it is not a plain file");
    }
    if (attributes.size() > LENGTH_MAX) {
      throw new Damage("it is longer than " + LENGTH_MAX + " bytes");
    }
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      return Channels.newInputStream(channel).readNBytes(LENGTH_MAX);
    }
  }

  private String told(Path file, Exception why) {
    String what = file + ": " + why.getMessage();
    try {
      return what + "; it is kept as " + moveAside(file);
    } catch (IOException stuck) {
      return what + "; it cannot be set aside: " + stuck;
    }
  }

  @Override
  public void save(String name, String content) {
    Path file = directory.resolve(name);
    try {
      Files.createDirectories(directory);
      if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        moveAside(file);
      }
      AtomicFile.write(file, Envelope.close(content), PERMISSIONS);
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED, "cannot write " + file + ": " + refused.getMessage(), refused);
    }
  }

  @Override
  public String setAside(String name) {
    Path file = directory.resolve(name);
    try {
      return moveAside(file).toString();
    } catch (IOException stuck) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "cannot rename " + file + ": " + stuck.getMessage(), stuck);
    }
  }

  private Path moveAside(Path file) throws IOException {
    Path aside = directory.resolve(file.getFileName() + ".damaged-" + TIME.format(wall.get()));
    return Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
  }
}
