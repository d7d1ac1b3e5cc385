package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.OpenFile;
import java.io.IOException;
import java.nio.file.Path;

/** Messages into a named pipe, without waiting for somebody who reads them. */
public final class Fifo {
  private Fifo() {}

  /**
   * Writes a message of at most 4096 bytes, which arrives in one piece.
   *
   * @throws IOException when nobody has it open for reading, or it is full
   */
  public static void tell(Path path, byte[] message) throws IOException {
    try (OpenFile pipe = OpenFile.open(path, Kernel.O_WRONLY | Kernel.O_NONBLOCK)) {
      Kernel.write(pipe.fd(), message, path.toString());
    } catch (LinuxException refused) {
      throw new IOException(refused.getMessage(), refused);
    }
  }
}
