package dev.jubelet.runtime.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Threads that carry bytes between streams. They are platform threads: what blocks in the kernel
 * must not hold up the carrier of a virtual one.
 */
final class StreamPump {
  private static final System.Logger LOG = System.getLogger(StreamPump.class.getName());
  private static final int BUFFER = 32 * 1024;

  private StreamPump() {}

  interface Work {
    void run() throws IOException, InterruptedException;
  }

  static Thread start(String name, Work work) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(() -> {
          try {
            work.run();
          } catch (IOException | InterruptedException over) {
            // One of the two sides has gone, which the session itself notices.
            LOG.log(System.Logger.Level.DEBUG, name + " ended", over);
          }
        });
  }

  /** Carries all; when nobody takes it any more, the rest is read and thrown away. */
  static Thread drain(String name, InputStream from, OutputStream to) {
    return drain(name, from, to, OutputStream.nullOutputStream());
  }

  /** The same, with a second one who takes all of it. */
  static Thread drain(String name, InputStream from, OutputStream to, OutputStream second) {
    return start(
        name,
        () -> {
          byte[] buffer = new byte[BUFFER];
          boolean wanted = true;
          for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            second.write(buffer, 0, count);
            wanted = wanted && written(to, buffer, count);
          }
        });
  }

  private static boolean written(OutputStream to, byte[] buffer, int count) {
    try {
      to.write(buffer, 0, count);
      to.flush();
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  /** Carries all, each piece at once, and closes the other side after the last. */
  static Thread feed(String name, InputStream from, OutputStream to) {
    return start(
        name,
        () -> {
          try (to) {
            byte[] buffer = new byte[BUFFER];
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
              to.write(buffer, 0, count);
              to.flush();
            }
          }
        });
  }
}
