package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A client that writes its own requests, and hangs up as it likes. */
final class RawClient implements AutoCloseable {
  static final String SPDY =
      "Upgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n";
  static final String TUNNEL = webSocket("SPDY/3.1+portforward.k8s.io");

  final Socket socket;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
  }

  static String webSocket(String protocol) {
    return "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: "
        + protocol
        + "\r\n";
  }

  RawClient request(String path, String headers) throws IOException {
    write("GET " + path + " HTTP/1.1\r\nHost: node\r\nConnection: Upgrade\r\n" + headers + "\r\n");
    return this;
  }

  void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /** A masked binary frame; the mask is zero. */
  void frame(int... payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(0x82);
    frame.write(0x80 | payload.length);
    frame.writeBytes(new byte[4]);
    for (int value : payload) {
      frame.write(value);
    }
    socket.getOutputStream().write(frame.toByteArray());
  }

  /** Up to the empty line. */
  String head() throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return head.toString();
      }
      head.append((char) next);
    }
    return head.toString();
  }

  String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  /** As a process that is killed with unread data does. */
  void kill() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
