package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The process behind {@link FaultProxy}. It passes bytes on without understanding them, until a
 * line on its input names a fault. It ends with its input, that is, with whoever started it.
 */
final class FaultProxyProgram {
  private static final int BACKLOG = 512;

  private final int targetPort;
  private final FaultyAnswers answers;
  private final Set<FaultyConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger came = new AtomicInteger();
  private volatile ProxyFault fault = ProxyFault.NONE;

  private FaultProxyProgram(int targetPort, FaultyAnswers answers) {
    this.targetPort = targetPort;
    this.answers = answers;
  }

  /** Address, port, port of the API server, key store of the server, one that nobody trusts. */
  public static void main(String... args) throws IOException {
    FaultProxyProgram program =
        new FaultProxyProgram(
            Integer.parseInt(args[2]), FaultyAnswers.of(Path.of(args[3]), Path.of(args[4])));
    ServerSocket server = new ServerSocket();
    server.bind(new InetSocketAddress(args[0], Integer.parseInt(args[1])), BACKLOG);
    Thread.ofPlatform().daemon().name("accept").start(() -> program.accept(server));
    program.obey();
  }

  private void obey() throws IOException {
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String line = orders.readLine();
    while (line != null) {
      become(ProxyFault.valueOf(line));
      System.out.println(line + " " + came.getAndSet(0));
      System.out.flush();
      line = orders.readLine();
    }
  }

  private void become(ProxyFault next) {
    ProxyFault last = fault;
    fault = next;
    switch (next) {
      case RESET, TLS_ERROR, SERVER_ERROR, TOO_MANY -> connections.forEach(FaultyConnection::reset);
      case HALF_OPEN -> connections.forEach(FaultyConnection::fallSilent);
      case ONE_BYTE_PER_SECOND, DROP -> {}
      case NONE -> {
        if (!passes(last)) {
          // Nobody is behind those that we answered ourselves.
          connections.forEach(FaultyConnection::reset);
        }
      }
    }
  }

  private static boolean passes(ProxyFault fault) {
    return switch (fault) {
      case NONE, DROP, ONE_BYTE_PER_SECOND, HALF_OPEN -> true;
      case RESET, TLS_ERROR, SERVER_ERROR, TOO_MANY -> false;
    };
  }

  private void accept(ServerSocket server) {
    while (true) {
      try {
        Socket client = server.accept();
        came.incrementAndGet();
        client.setTcpNoDelay(true);
        FaultyConnection connection = new FaultyConnection(client, () -> fault);
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        System.err.println("accept: " + e);
        return;
      }
    }
  }

  private void serve(FaultyConnection connection) {
    try {
      switch (fault) {
        case RESET -> connection.reset();
        case TLS_ERROR, SERVER_ERROR, TOO_MANY ->
            answers.answer(connection.client(), fault, came::incrementAndGet);
        case NONE, DROP, ONE_BYTE_PER_SECOND, HALF_OPEN -> connection.pass(targetPort);
      }
    } catch (IOException ended) {
      // The other side went away, which is its right.
    } finally {
      connection.reset();
      connections.remove(connection);
    }
  }
}
