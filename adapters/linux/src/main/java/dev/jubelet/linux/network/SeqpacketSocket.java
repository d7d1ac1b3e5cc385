package dev.jubelet.linux.network;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * A unix socket that keeps the bounds of packets (SOCK_SEQPACKET), which the JDK does not have.
 * Sending and receiving block; any thread may close it meanwhile.
 */
public final class SeqpacketSocket implements AutoCloseable {
  private static final int BUSY_ATTEMPTS = 100;
  private static final Duration BUSY_PAUSE = Duration.ofMillis(20);

  private final WakeableDescriptor descriptor;

  private SeqpacketSocket(int fd) {
    this.descriptor = new WakeableDescriptor(fd);
  }

  /**
   * @param path of any length, though an address has room for 107 bytes: the directory is opened
   *     first, and the socket found through it
   */
  public static SeqpacketSocket connect(Path path) throws IOException, InterruptedException {
    Path directory = Objects.requireNonNull(path.toAbsolutePath().getParent(), "a directory");
    try (OpenFile parent = OpenFile.open(directory, Kernel.O_PATH | Kernel.O_DIRECTORY)) {
      return connected(Kernel.descriptorPath(parent.fd()) + "/" + path.getFileName(), path);
    } catch (LinuxException refused) {
      throw new IOException(refused.getMessage(), refused);
    }
  }

  private static SeqpacketSocket connected(String address, Path shown) throws InterruptedException {
    int fd = NetKernel.seqpacket();
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          NetKernel.connect(fd, address, shown.toString());
          return new SeqpacketSocket(fd);
        } catch (LinuxException refused) {
          // unix(7): too many wait to be accepted just now, and there is nothing to poll for.
          if (refused.errno() != Errno.EAGAIN || attempt == BUSY_ATTEMPTS) {
            throw refused;
          }
          Thread.sleep(BUSY_PAUSE);
        }
      }
    } catch (RuntimeException | InterruptedException failed) {
      Kernel.close(fd);
      throw failed;
    }
  }

  /** For the other side of {@link #connect}. */
  static SeqpacketSocket over(int fd) {
    return new SeqpacketSocket(fd);
  }

  /** Sends one packet. */
  public void send(byte[] bytes, int from, int count) throws IOException {
    descriptor.when(Kernel.POLLOUT, fd -> NetKernel.send(fd, bytes, from, count));
  }

  /**
   * The next packet; what does not fit is lost.
   *
   * @return its size, or -1 when the other side has gone or closed its half
   */
  public int receive(byte[] into) throws IOException {
    long count = descriptor.when(Kernel.POLLIN, fd -> received(fd, into));
    return count == 0 ? -1 : (int) count;
  }

  private static long received(int fd, byte[] into) {
    try {
      return NetKernel.read(fd, into);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ECONNRESET);
      return 0;
    }
  }

  /** Says that nothing more will be sent; receiving goes on. */
  public void shutdownOutput() throws IOException {
    descriptor.when(
        Kernel.POLLOUT,
        fd -> {
          NetKernel.shutdownOutput(fd);
          return 0;
        });
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
