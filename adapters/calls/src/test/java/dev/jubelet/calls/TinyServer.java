package dev.jubelet.calls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server on loopback that says exactly what a test wants, byte by byte. */
final class TinyServer implements AutoCloseable {
  /** What is done with a connection once the head of its request was read. */
  interface Behaviour {
    void answer(String request, Socket socket, OutputStream out) throws Exception;
  }

  private final ServerSocket server;
  private final Behaviour behaviour;
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();

  private TinyServer(ServerSocket server, Behaviour behaviour) {
    this.server = server;
    this.behaviour = behaviour;
    Thread.ofVirtual().start(this::accept);
  }

  static TinyServer on(String address, Behaviour behaviour) throws IOException {
    return over(new ServerSocket(0, 50, InetAddress.ofLiteral(address)), behaviour);
  }

  static TinyServer over(ServerSocket socket, Behaviour behaviour) {
    return new TinyServer(socket, behaviour);
  }

  static TinyServer saying(String text) throws IOException {
    return on("127.0.0.1", (request, socket, out) -> write(out, text));
  }

  static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  int port() {
    return server.getLocalPort();
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      StringBuilder head = new StringBuilder();
      for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        head.append(line).append('\n');
      }
      requests.add(head.toString());
      behaviour.answer(head.toString(), socket, socket.getOutputStream());
    } catch (Exception gone) {
      // The caller went away, as it should at its deadline.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
