package dev.jubelet.cluster.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a port of this machine that can be shut, and that counts who comes. */
final class Turnstile implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final AtomicInteger came = new AtomicInteger();
  private volatile boolean shut;

  Turnstile(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  int came() {
    return came.get();
  }

  /** From now on who comes is turned away. */
  void shut(boolean now) {
    shut = now;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        came.incrementAndGet();
        if (shut) {
          client.close();
        } else {
          Thread.ofVirtual().start(() -> pass(client));
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void pass(Socket client) {
    try (client;
        Socket there = new Socket(InetAddress.getByName("127.0.0.1"), target)) {
      Thread.ofVirtual().start(() -> pump(client, there));
      pump(there, client);
    } catch (IOException ended) {
      // One side went away, and so does the other.
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException ended) {
      // As above.
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
