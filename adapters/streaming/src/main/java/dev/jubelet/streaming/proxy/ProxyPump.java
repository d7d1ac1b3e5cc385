package dev.jubelet.streaming.proxy;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.streaming.flow.FlowOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Copies one direction, on a virtual thread. */
final class ProxyPump {
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable IOException failure;

  void run(InputStream from, OutputStream to) {
    try {
      move(from, to);
    } catch (IOException e) {
      failure = e;
    } finally {
      done.countDown();
    }
  }

  /** Both ends fail when their connection does, so this ends. */
  void await() throws IOException, InterruptedException {
    done.await();
    IOException why = failure;
    if (why != null) {
      throw new IOException(why.getMessage(), why);
    }
  }

  /**
   * Copies until the end, and closes the target's half; a target that takes no more ends it too.
   */
  static void copy(InputStream from, Flow to) {
    try {
      move(from, to.output());
      to.output().close();
    } catch (IOException e) {
      to.reset();
    } finally {
      drop(from);
    }
  }

  private static void move(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[FlowOutput.FRAME];
    for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
      to.write(buffer, 0, count);
    }
  }

  private static void drop(InputStream from) {
    try {
      from.close();
    } catch (IOException e) {
      throw new IllegalStateException("closing a buffer does no I/O", e);
    }
  }
}
