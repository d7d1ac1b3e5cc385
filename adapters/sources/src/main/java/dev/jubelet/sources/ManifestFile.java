package dev.jubelet.sources;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One look at one file. Only regular files are opened, since opening a FIFO waits for its writer;
 * symbolic links to regular files are followed, as trees of ConfigMaps consist of them.
 */
final class ManifestFile {
  /** As the Go kubelet. */
  static final int BYTES_MAX = 10 * 1024 * 1024;

  /** What tells two states of a file apart without reading it. */
  record Stamp(long size, long modifiedNanos, String inode) {}

  sealed interface Look {}

  record Gone() implements Look {}

  /** Something that is not meant to be a manifest, such as a directory. */
  record NotForUs() implements Look {}

  record Unchanged() implements Look {}

  record Unusable(String why) implements Look {}

  record Content(Stamp stamp, String text) implements Look {}

  private ManifestFile() {}

  /**
   * @param known the stamp of a content that need not be read again, or null to read in any case
   */
  static Look look(Path file, @Nullable Stamp known) {
    try {
      BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
      if (facts.isDirectory()) {
        return looksLikeManifest(file) ? new Unusable("is a directory") : new NotForUs();
      }
      if (!facts.isRegularFile()) {
        return new Unusable("is neither a regular file nor a link to one");
      }
      Stamp stamp = stamp(facts);
      if (stamp.equals(known)) {
        return new Unchanged();
      }
      return facts.size() > BYTES_MAX ? tooLarge() : read(file, stamp);
    } catch (NoSuchFileException absent) {
      return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
          ? new Unusable("is a symbolic link to nothing")
          : new Gone();
    } catch (NotDirectoryException | FileSystemLoopException wrongLink) {
      return new Unusable("is a symbolic link that leads nowhere");
    } catch (AccessDeniedException denied) {
      return new Unusable("cannot be read: permission denied");
    } catch (CharacterCodingException notText) {
      return new Unusable("is not UTF-8 text");
    } catch (IOException failed) {
      return new Unusable("cannot be read: " + reason(failed));
    }
  }

  private static Look read(Path file, Stamp stamp) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(BYTES_MAX + 1);
    }
    if (bytes.length > BYTES_MAX) {
      return tooLarge();
    }
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return new Content(stamp, text);
  }

  private static Unusable tooLarge() {
    return new Unusable("is larger than " + BYTES_MAX + " bytes");
  }

  private static Stamp stamp(BasicFileAttributes facts) {
    Instant modified = facts.lastModifiedTime().toInstant();
    long nanos = modified.getEpochSecond() * 1_000_000_000L + modified.getNano();
    return new Stamp(facts.size(), nanos, String.valueOf(facts.fileKey()));
  }

  private static boolean looksLikeManifest(Path file) {
    String name = Objects.toString(file.getFileName(), "");
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }

  static String reason(Exception failed) {
    String message = failed.getMessage();
    return message == null ? failed.getClass().getSimpleName() : message;
  }

  /** Tells two contents apart without keeping them. */
  static String digest(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
