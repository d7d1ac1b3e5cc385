package dev.jubelet.linux.network;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/**
 * A descriptor on which threads wait, and which any thread may close meanwhile: they wake up, and
 * only the last one gives the number back to the kernel. Its calls never block a virtual thread's
 * carrier unless a virtual thread makes them: so platform threads should.
 */
final class WakeableDescriptor implements AutoCloseable {
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

  /**
   * Makes the call as soon as it is possible.
   *
   * @throws ClosedChannelException when it was closed meanwhile
   */
  long when(short events, Call call) throws IOException {
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
        NetKernel.poll(fd, events, wake);
        requireOpen();
      }
    } finally {
      leave();
    }
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
