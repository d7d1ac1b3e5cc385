package dev.jubelet.calls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens connections, never through a proxy. */
final class Dialer {
  private Dialer() {}

  static Socket dial(String host, int port, CallDeadline deadline) throws IOException {
    InetAddress address = address(host, deadline);
    Socket socket = new Socket(Proxy.NO_PROXY);
    try {
      // Probes come often: what they leave behind in the kernel should go soon, and without a
      // reset.
      socket.setSoLinger(true, 1);
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(address, port), deadline.millisLeft());
      return socket;
    } catch (IOException | RuntimeException failed) {
      socket.close();
      throw failed;
    }
  }

  static InetAddress address(String host, CallDeadline deadline) throws IOException {
    try {
      return InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException name) {
      return lookedUp(host, deadline);
    }
  }

  /** A lookup cannot be ended from outside: it is left alone when it takes too long. */
  private static InetAddress lookedUp(String host, CallDeadline deadline) throws IOException {
    FutureTask<InetAddress> lookup = new FutureTask<>(() -> InetAddress.getByName(host));
    Thread.ofVirtual().name("lookup " + host).start(lookup);
    try {
      return lookup.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException slow) {
      throw new SocketTimeoutException("lookup " + host + ": i/o timeout");
    } catch (ExecutionException failed) {
      UnknownHostException unknown = new UnknownHostException(host);
      unknown.initCause(failed.getCause());
      throw unknown;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stopped);
    }
  }

  /** With brackets around an IPv6 address. */
  static String joined(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
