package dev.jubelet.images;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A registry on a plain socket, which can therefore misbehave in every way. */
final class TestRegistry implements AutoCloseable {
  private final ServerSocket server;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
  private volatile Behaviour otherwise = (_, answer) -> answer.status(404).send(new byte[0]);

  /** What was asked; names of headers in small letters. */
  record Request(String method, String path, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }
  }

  interface Behaviour {
    void answer(Request request, Answer answer) throws IOException;
  }

  /** An answer under construction. */
  static final class Answer {
    private final Socket socket;
    private final OutputStream out;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private int status = 200;

    Answer(Socket socket) throws IOException {
      this.socket = socket;
      this.out = socket.getOutputStream();
    }

    Answer status(int code) {
      status = code;
      return this;
    }

    Answer header(String name, String value) {
      headers.put(name, value);
      return this;
    }

    /** All of it, with its length unless another was given. */
    void send(byte[] body) throws IOException {
      headers.putIfAbsent("Content-Length", String.valueOf(body.length));
      head();
      out.write(body);
      out.flush();
    }

    void head() throws IOException {
      StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " X\r\n");
      headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
      out.write((text + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }

    void raw(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    void cut() throws IOException {
      socket.close();
    }

    /** Says nothing more until the other side has gone. */
    void hang() throws IOException {
      InputStream in = socket.getInputStream();
      while (in.read() >= 0) {
        // Whatever it says.
      }
    }
  }

  TestRegistry() throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
  }

  TestRegistry(ServerSocket server) {
    this.server = server;
    Thread.ofVirtual().name("test-registry").start(this::accept);
  }

  String host() {
    return "localhost:" + server.getLocalPort();
  }

  int port() {
    return server.getLocalPort();
  }

  void on(String path, Behaviour behaviour) {
    behaviours.put(path, behaviour);
  }

  void otherwise(Behaviour behaviour) {
    otherwise = behaviour;
  }

  List<Request> requests() {
    return new ArrayList<>(requests);
  }

  void forget() {
    requests.clear();
    behaviours.clear();
    otherwise = (_, answer) -> answer.status(404).send(new byte[0]);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().name("test-registry-connection").start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      if (speaksTls(in)) {
        new Answer(socket).status(400).send("speak HTTP".getBytes(StandardCharsets.US_ASCII));
        socket.shutdownOutput();
        new Answer(socket).hang();
        return;
      }
      for (Request request = read(in); request != null; request = read(in)) {
        requests.add(request);
        Behaviour behaviour = behaviours.get(request.path().replaceAll("\\?.*", ""));
        (behaviour == null ? otherwise : behaviour).answer(request, new Answer(socket));
      }
    } catch (IOException gone) {
      // The other side went, or this one did.
    } finally {
      open.remove(socket);
    }
  }

  private static boolean speaksTls(InputStream in) throws IOException {
    in.mark(1);
    int first = in.read();
    in.reset();
    return first == 0x16;
  }

  private static @Nullable Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    if (!first.matches("[A-Z]+ \\S+ HTTP/1.1")) {
      throw new IOException("not HTTP");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String[] words = first.split(" ", -1);
    return new Request(
        words[0],
        words[1],
        headers,
        new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int each = in.read(); each >= 0 && each != '\n'; each = in.read()) {
      if (each != '\r') {
        line.write(each);
      }
      if (line.size() > 64 * 1024) {
        throw new IOException("not HTTP");
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
