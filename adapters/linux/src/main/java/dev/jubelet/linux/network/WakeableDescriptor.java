package dev.jubelet.linux.network;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;

/**
 * A descriptor on which threads wait, and which any thread may close meanwhile: they wake up, and
 * only the last one gives the number back to the kernel. Its calls never block a virtual thread's
 * carrier unless a virtual thread makes them: so platform threads should.
 */
final class WakeableDescriptor implements AutoCloseable {
  private static final Duration LONGEST_POLL = Duration.ofDays(1);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final int fd;
  private final int wake;
  private int users;
  private boolean closed;

  /** Takes over a descriptor that does not block. */
  WakeableDescriptor(int fd) {
    this.fd = fd;
    this.wake = Kernel.eventfd();
  }

  /** One call that may answer EAGAIN. */
  interface Call {
    long on(int fd);
  }

  /** Makes the call as soon as it is possible. */
  long when(short events, Call call) throws IOException {
    return when(events, FOR_EVER, call);
  }

  /**
   * @throws SocketTimeoutException when it was not possible in time
   * @throws ClosedChannelException when it was closed meanwhile
   */
  long when(short events, Duration patience, Call call) throws IOException {
    long begin = System.nanoTime();
    enter();
    try {
      while (true) {
        try {
          return call.on(fd);
        } catch (LinuxException refused) {
          if (refused.errno() != Errno.EAGAIN) {
            throw new IOException(refused.getMessage(), refused);
          }
        }
        NetKernel.poll(fd, events, wake, remaining(begin, patience));
        requireOpen();
      }
    } finally {
      leave();
    }
  }

  private static int remaining(long begin, Duration patience) throws SocketTimeoutException {
    Duration left = patience.minusNanos(System.nanoTime() - begin);
    if (left.isNegative() || left.isZero()) {
      throw new SocketTimeoutException("nothing happened within " + patience);
    }
    // A spurious wake-up after a day harms nobody.
    return (int) (left.compareTo(LONGEST_POLL) > 0 ? LONGEST_POLL : left).toMillis() + 1;
  }

  private synchronized void enter() throws ClosedChannelException {
    requireOpen();
    users++;
  }

  private synchronized void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  private synchronized void leave() {
    users--;
    release();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      Kernel.signalEvent(wake);
      release();
    }
  }

  private void release() {
    if (closed && users == 0) {
      Kernel.close(fd);
      Kernel.close(wake);
    }
  }
}
