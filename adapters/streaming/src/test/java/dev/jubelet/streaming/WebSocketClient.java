package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The JDK's WebSocket client, with channels. */
final class WebSocketClient implements WebSocket.Listener, AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Integer, ByteArrayOutputStream> received = new ConcurrentHashMap<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();
  final WebSocket socket;

  WebSocketClient(URI target, String... protocols) {
    WebSocket.Builder builder = http.newWebSocketBuilder();
    if (protocols.length > 0) {
      String[] others = new String[protocols.length - 1];
      System.arraycopy(protocols, 1, others, 0, others.length);
      builder.subprotocols(protocols[0], others);
    }
    socket = builder.buildAsync(target, this).join();
  }

  void send(int channel, byte[] data) {
    ByteBuffer frame = ByteBuffer.allocate(data.length + 1);
    frame.put((byte) channel).put(data).flip();
    socket.sendBinary(frame, true).join();
  }

  void sendText(String text, boolean last) {
    socket.sendText(text, last).join();
  }

  /** What came on a channel until the server closed the connection; also the code of that. */
  String text(int channel) {
    return new String(bytes(channel), UTF_8);
  }

  byte[] bytes(int channel) {
    ByteArrayOutputStream out = received.get(channel);
    return out == null ? new byte[0] : out.toByteArray();
  }

  boolean heard(int channel) {
    return received.containsKey(channel);
  }

  int closeCode() throws Exception {
    return closed.get(20, TimeUnit.SECONDS);
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    byte[] part = new byte[data.remaining()];
    data.get(part);
    message.writeBytes(part);
    if (last) {
      take(message.toByteArray(), 0);
      message.reset();
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    message.writeBytes(data.toString().getBytes(UTF_8));
    if (last) {
      byte[] whole = message.toByteArray();
      byte[] plain = Base64.getDecoder().decode(new String(whole, 1, whole.length - 1, UTF_8));
      byte[] decoded = new byte[plain.length + 1];
      decoded[0] = whole[0];
      System.arraycopy(plain, 0, decoded, 1, plain.length);
      take(decoded, '0');
      message.reset();
    }
    from.request(1);
    return null;
  }

  private void take(byte[] whole, int base) {
    received
        .computeIfAbsent(whole[0] - base, channel -> new ByteArrayOutputStream())
        .write(whole, 1, whole.length - 1);
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    closed.complete(code);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.completeExceptionally(error);
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
  }
}
