package dev.jubelet.acceptance.cluster;

import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client's connection, and the one to the API server behind it. */
final class FaultyConnection {
  private static final Duration TRICKLE = Duration.ofSeconds(1);

  private final Socket client;
  private final Supplier<ProxyFault> fault;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable Socket target;
  private volatile boolean silent;

  FaultyConnection(Socket client, Supplier<ProxyFault> fault) {
    this.client = client;
    this.fault = fault;
  }

  Socket client() {
    return client;
  }

  /** From now on it carries nothing, and nobody is told. */
  void fallSilent() {
    silent = true;
  }

  /** Passes bytes on until either side ends. */
  void pass(int targetPort) throws IOException {
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort)) {
      server.setTcpNoDelay(true);
      target = server;
      Thread.ofVirtual().start(() -> pump(client, server, false));
      pump(server, client, true);
    }
  }

  private void pump(Socket from, Socket to, boolean answers) {
    byte[] buffer = new byte[32 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int count = in.read(buffer);
      while (count >= 0) {
        if (silent) {
          // It stays open until it is reset from outside.
          ended.await();
          return;
        }
        if (answers && fault.get() == ProxyFault.ONE_BYTE_PER_SECOND) {
          trickle(out, buffer, count);
        } else {
          out.write(buffer, 0, count);
        }
        count = in.read(buffer);
      }
      to.shutdownOutput();
    } catch (IOException gone) {
      reset();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void trickle(OutputStream out, byte[] bytes, int count) throws IOException {
    int sent = 0;
    while (sent < count && fault.get() == ProxyFault.ONE_BYTE_PER_SECOND) {
      out.write(bytes, sent, 1);
      sent++;
      Await.pause(TRICKLE);
    }
    out.write(bytes, sent, count - sent);
  }

  /** Closes both sides at once; what was not sent is lost, and the other side sees a reset. */
  void reset() {
    ended.countDown();
    reset(client);
    Socket server = target;
    if (server != null) {
      reset(server);
    }
  }

  private static void reset(Socket socket) {
    try {
      socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException closed) {
      return;
    }
    try {
      socket.close();
    } catch (IOException closed) {
      // It is what was wanted.
    }
  }
}
