package dev.jubelet.nodeserver.logs;

import dev.jubelet.linux.file.PinnedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * All files of one run of a container. The kubelet rotates {@code 0.log} to {@code
 * 0.log.20060102-150405} and compresses that to {@code 0.log.20060102-150405.gz} later.
 *
 * <p>A pod with a volume of the node may put anything in their place, so only regular files count,
 * and no link beneath the logs of all pods is followed.
 *
 * @param logs the node's podLogsDir
 * @param container the container's directory beneath it
 */
public record LogRun(Path logs, String container, String name) {
  private static final String COMPRESSED = ".gz";
  private static final int BLOCK = 16 * 1024;

  /** Rotation keeps far fewer; somebody else's files with such names must not fill the memory. */
  private static final int ROTATED_MAX = 1000;

  public Path directory() {
    return logs.resolve(container);
  }

  /** The file that the container runtime writes. */
  public Path current() {
    return directory().resolve(name);
  }

  /** What was rotated away, oldest first, by name without the ending of compression. */
  List<String> rotated() throws IOException {
    Pattern pattern = Pattern.compile(Pattern.quote(name) + "\\.[0-9]{8}-[0-9]{6}(\\.gz)?");
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> entries = Files.list(directory())) {
      entries
          .filter(entry -> Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS))
          .map(entry -> entry.getFileName().toString())
          .filter(entry -> pattern.matcher(entry).matches())
          .forEach(entry -> {
            names.add(plain(entry));
            if (names.size() > ROTATED_MAX) {
              names.removeFirst();
            }
          });
    } catch (NoSuchFileException gone) {
      return List.of();
    }
    return List.copyOf(names);
  }

  /**
   * Opens the file that the container runtime writes.
   *
   * @throws NoSuchFileException when there is none
   * @throws IOException when it is no regular file, or behind a link
   */
  public FileChannel open() throws IOException {
    return beneath(name);
  }

  /** Opens a rotated file, whether it has been compressed by now or not. */
  InputStream open(String rotated) throws IOException {
    try {
      return Channels.newInputStream(beneath(rotated));
    } catch (NoSuchFileException compressed) {
      return new GZIPInputStream(Channels.newInputStream(beneath(rotated + COMPRESSED)), BLOCK);
    }
  }

  private FileChannel beneath(String file) throws IOException {
    return PinnedFile.openBeneath(logs, container + "/" + file);
  }

  /** Which file that is: rotation puts another one in its place. */
  @Nullable Object identity() throws IOException {
    return Files.readAttributes(current(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /** Whether nothing in a rotated file is as young as that. */
  boolean isOlder(String rotated, Instant than) throws IOException {
    try {
      return modified(rotated).isBefore(than);
    } catch (NoSuchFileException compressed) {
      return modified(rotated + COMPRESSED).isBefore(than);
    }
  }

  private Instant modified(String file) throws IOException {
    return Files.getLastModifiedTime(directory().resolve(file), LinkOption.NOFOLLOW_LINKS)
        .toInstant();
  }

  private static String plain(String entry) {
    return entry.endsWith(COMPRESSED)
        ? entry.substring(0, entry.length() - COMPRESSED.length())
        : entry;
  }
}
