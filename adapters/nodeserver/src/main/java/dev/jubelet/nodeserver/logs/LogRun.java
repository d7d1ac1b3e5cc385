package dev.jubelet.nodeserver.logs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * All files of one run of a container. The kubelet rotates {@code 0.log} to {@code
 * 0.log.20060102-150405} and compresses that to {@code 0.log.20060102-150405.gz} later.
 */
public record LogRun(Path directory, String name) {
  private static final String COMPRESSED = ".gz";
  private static final int BLOCK = 64 * 1024;

  /** The file that the container runtime writes. */
  public Path current() {
    return directory.resolve(name);
  }

  /** What was rotated away, oldest first, by name without the ending of compression. */
  List<String> rotated() throws IOException {
    Pattern pattern = Pattern.compile(Pattern.quote(name) + "\\.[0-9]{8}-[0-9]{6}(\\.gz)?");
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> entries = Files.list(directory)) {
      entries
          .map(entry -> entry.getFileName().toString())
          .filter(entry -> pattern.matcher(entry).matches())
          .forEach(entry -> names.add(plain(entry)));
    } catch (NoSuchFileException gone) {
      return List.of();
    }
    return List.copyOf(names);
  }

  /** Opens a rotated file, whether it has been compressed by now or not. */
  InputStream open(String rotated) throws IOException {
    try {
      return Files.newInputStream(directory.resolve(rotated));
    } catch (NoSuchFileException compressed) {
      return new GZIPInputStream(
          Files.newInputStream(directory.resolve(rotated + COMPRESSED)), BLOCK);
    }
  }

  /** Whether nothing in a rotated file is as young as that. */
  boolean isOlder(String rotated, Instant than) throws IOException {
    Path plain = directory.resolve(rotated);
    try {
      return Files.getLastModifiedTime(plain).toInstant().isBefore(than);
    } catch (NoSuchFileException compressed) {
      return Files.getLastModifiedTime(directory.resolve(rotated + COMPRESSED))
          .toInstant()
          .isBefore(than);
    }
  }

  private static String plain(String entry) {
    return entry.endsWith(COMPRESSED)
        ? entry.substring(0, entry.length() - COMPRESSED.length())
        : entry;
  }
}
