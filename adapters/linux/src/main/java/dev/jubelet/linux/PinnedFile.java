package dev.jubelet.linux;

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
  private static final long FLAGS = Kernel.O_PATH | Kernel.O_NOFOLLOW | Kernel.O_CLOEXEC;

  private PinnedFile() {}

  /**
   * The last bytes of a file.
   *
   * @throws LinuxException ENOENT when there is none
   * @throws IOException when it is not a regular file or cannot be read
   */
  public static byte[] tail(Path file, int bytesMax) throws IOException {
    // O_PATH holds the very file without opening it, so what is checked is what is read.
    int fd = Kernel.openat2(Kernel.AT_FDCWD, Kernel.bytes(file.toString()), FLAGS, 0);
    try {
      Path held = Path.of("/proc/self/fd/" + fd);
      if (Files.isSymbolicLink(held) && !Files.isRegularFile(held)) {
        throw new IOException(file + " is not a regular file");
      }
      try (SeekableByteChannel channel = Files.newByteChannel(held, StandardOpenOption.READ)) {
        return tail(channel, bytesMax);
      }
    } finally {
      Kernel.close(fd);
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
