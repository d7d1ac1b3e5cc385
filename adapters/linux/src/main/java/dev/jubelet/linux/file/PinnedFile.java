package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads files that a container may have replaced by something nasty: only regular files, no links,
 * and no waiting for a pipe to be opened at its other end.
 */
public final class PinnedFile {
  private PinnedFile() {}

  /**
   * The last bytes of a file.
   *
   * @throws LinuxException ENOENT when there is none
   * @throws IOException when it is not a regular file or cannot be read
   */
  public static byte[] tail(Path file, int bytesMax) throws IOException {
    // O_PATH holds the very file without opening it, so what is checked is what is read.
    try (OpenFile held = OpenFile.open(file, Kernel.O_PATH | Kernel.O_NOFOLLOW)) {
      return tail(held, bytesMax);
    }
  }

  /**
   * The last bytes of a file beneath a directory; links are followed where they stay beneath it.
   *
   * @throws LinuxException ENOENT when there is none, EXDEV for a way out
   * @throws IOException when it is not a regular file or cannot be read
   */
  public static byte[] tailBeneath(Path directory, String relative, int bytesMax)
      throws IOException {
    long resolve = Kernel.RESOLVE_BENEATH | Kernel.RESOLVE_NO_XDEV;
    try (OpenFile root = OpenFile.open(directory, Kernel.O_PATH | Kernel.O_DIRECTORY);
        OpenFile file =
            new OpenFile(
                Kernel.openat2(root.fd(), Kernel.bytes(relative), Kernel.O_PATH, resolve),
                directory.resolve(relative).toString())) {
      return tail(file, bytesMax);
    }
  }

  /**
   * A file beneath a directory; no link on the way to it is followed.
   *
   * @throws NoSuchFileException when there is none
   * @throws IOException when it is not a regular file, is behind a link or cannot be read
   */
  public static FileChannel openBeneath(Path directory, String relative) throws IOException {
    long resolve = Kernel.RESOLVE_BENEATH | Kernel.RESOLVE_NO_SYMLINKS | Kernel.RESOLVE_NO_XDEV;
    String shown = directory.resolve(relative).toString();
    try (OpenFile root = OpenFile.open(directory, Kernel.O_PATH | Kernel.O_DIRECTORY);
        OpenFile file =
            new OpenFile(
                Kernel.openat2(root.fd(), Kernel.bytes(relative), Kernel.O_PATH, resolve), shown)) {
      return open(file);
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENOENT) {
        throw new NoSuchFileException(shown);
      }
      throw new IOException(shown + " is not a regular file: " + refused.getMessage(), refused);
    }
  }

  private static byte[] tail(OpenFile file, int bytesMax) throws IOException {
    try (SeekableByteChannel channel = open(file)) {
      return tail(channel, bytesMax);
    }
  }

  private static FileChannel open(OpenFile file) throws IOException {
    Path held = Path.of(Kernel.descriptorPath(file.fd()));
    if (Files.isSymbolicLink(held) && !Files.isRegularFile(held)) {
      throw new IOException(file + " is not a regular file");
    }
    return FileChannel.open(held, StandardOpenOption.READ);
  }

  private static byte[] tail(SeekableByteChannel channel, int bytesMax) throws IOException {
    long size = channel.size();
    channel.position(Math.max(0, size - bytesMax));
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(size, bytesMax));
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // The file may shrink meanwhile: then there is less.
    }
    byte[] read = new byte[buffer.position()];
    buffer.flip().get(read);
    return read;
  }
}
