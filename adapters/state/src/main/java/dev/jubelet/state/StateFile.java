package dev.jubelet.state;

import dev.jubelet.linux.file.AtomicFile;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;

/**
 * A small file that outlives our process: written whole or not at all, and checked when it is read.
 */
public record StateFile(Path path, Envelope envelope) {
  /** Far above what any of them needs: a larger file is none of ours. */
  private static final int LENGTH_MAX = 16 << 20;

  private static final String PERMISSIONS = "rw-------";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * @throws java.nio.file.NoSuchFileException when there is nothing
   */
  public String read() throws IOException, DamagedFileException {
    return envelope.open(bytes(path, LENGTH_MAX));
  }

  /** Replaces the content: after a power cut there is the old or the new. */
  public void write(String content) throws IOException {
    AtomicFile.write(path, envelope.close(content), PERMISSIONS);
  }

  /**
   * Replaces the content for every reader at once, but does not wait for the disk: a power cut may
   * undo it. One writer at a time.
   */
  public void replace(String content) throws IOException {
    AtomicFile.replace(path, envelope.close(content));
  }

  /** Never through a link: it could lead anywhere, or to something that never ends. */
  public static byte[] bytes(Path file, int max) throws IOException, DamagedFileException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new DamagedFileException(
          attributes.isDirectory() ? "it is a directory" : "it is not a plain file");
    }
    if (attributes.size() > max) {
      throw new DamagedFileException("it is longer than " + max + " bytes");
    }
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      return Channels.newInputStream(channel).readNBytes(max);
    }
  }

  /** Renames a file to {@code NAME.damaged-TIME}, for people to look at. */
  static Path setAside(Path file, Instant wall) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".damaged-" + TIME.format(wall));
    return Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
  }
}
