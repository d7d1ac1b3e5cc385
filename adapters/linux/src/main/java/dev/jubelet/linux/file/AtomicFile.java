package dev.jubelet.linux.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Replaces files so that a reader, or the next start after a power cut, sees the old or the new.
 */
public final class AtomicFile {
  private AtomicFile() {}

  public static void write(Path file, String content, String permissions) throws IOException {
    write(file, content.getBytes(StandardCharsets.UTF_8), permissions);
  }

  /**
   * @param permissions such as {@code rw-r--r--}
   */
  public static void write(Path file, byte[] content, String permissions) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " is not a file");
    }
    Path temporary = Files.createTempFile(directory, "." + file.getFileName() + ".", ".new");
    try {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        // By attribute, not at creation, where the umask would take part of it.
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString(permissions));
        channel.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    syncDirectory(directory);
  }

  /** Takes away what writes left that were cut off; nobody may be writing in that directory. */
  public static void sweep(Path directory) throws IOException {
    try (DirectoryStream<Path> cut = Files.newDirectoryStream(directory, ".*.new")) {
      for (Path each : cut) {
        Files.deleteIfExists(each);
      }
    }
  }

  /**
   * Replaces a file at once for every reader, but not for a power cut: nothing waits for the disk.
   * For what describes only things that a power cut ends, too. One writer at a time.
   */
  public static void replace(Path file, String content) throws IOException {
    replace(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /** As {@link #replace(Path, String)}. */
  public static void replace(Path file, byte[] content) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    } catch (IOException refused) {
      // A full disk gets back what this attempt took of it.
      Files.deleteIfExists(fresh);
      throw refused;
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Makes creations, renames and removals in a directory survive a power cut. */
  public static void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
