package dev.jubelet.app.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** One HTTP GET at a unix socket. The JDK's own clients know TCP only. */
final class SocketRequest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int BLOCK = 32 * 1024;

  private SocketRequest() {}

  record Answer(int status, String body) {}

  /**
   * @param bytesMax of the answer
   * @throws IOException also when nothing comes for a while, or too much
   */
  static Answer get(Path socket, String target, int bytesMax) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        Selector selector = Selector.open()) {
      // HTTP/1.0: the end of the connection is the end of the answer.
      byte[] request = ("GET " + target + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
      channel.write(ByteBuffer.wrap(request));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      return parse(read(channel, selector, bytesMax));
    }
  }

  private static byte[] read(SocketChannel channel, Selector selector, int bytesMax)
      throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    while (true) {
      if (selector.select(PATIENCE.toMillis()) == 0) {
        throw new SocketTimeoutException("no answer for " + PATIENCE.toSeconds() + " s");
      }
      selector.selectedKeys().clear();
      int count = channel.read(block.clear());
      if (count < 0) {
        return all.toByteArray();
      }
      all.write(block.array(), 0, count);
      if (all.size() > bytesMax) {
        throw new IOException("the answer has more than " + bytesMax + " bytes");
      }
    }
  }

  private static Answer parse(byte[] answer) throws IOException {
    String text = new String(answer, StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0 || !text.matches("(?s)HTTP/1\\.[01] [0-9]{3} .*")) {
      throw new IOException("the answer is not HTTP");
    }
    return new Answer(Integer.parseInt(text.substring(9, 12)), text.substring(end + 4));
  }
}
