package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
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

  private static byte[] tail(OpenFile file, int bytesMax) throws IOException {
    Path held = Path.of(Kernel.descriptorPath(file.fd()));
    if (Files.isSymbolicLink(held) && !Files.isRegularFile(held)) {
      throw new IOException(file + " is not a regular file");
    }
    try (SeekableByteChannel channel = Files.newByteChannel(held, StandardOpenOption.READ)) {
      return tail(channel, bytesMax);
    }
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
