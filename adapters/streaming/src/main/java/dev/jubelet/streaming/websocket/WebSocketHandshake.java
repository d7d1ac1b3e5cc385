package dev.jubelet.streaming.websocket;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.jubelet.streaming.StreamLimits;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server's side of RFC 6455, section 4.2. */
public final class WebSocketHandshake {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private WebSocketHandshake() {}

  /** What is wrong with a request for a WebSocket, if anything. */
  public static Optional<String> problem(HttpRequest request) {
    if (!"13".equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      return Optional.of("websocket: unsupported version: 13 not found in 'Sec-Websocket-Version'");
    }
    String key = request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
    if (key == null || key.isBlank()) {
      return Optional.of("websocket: 'Sec-WebSocket-Key' header is missing or blank");
    }
    return Optional.empty();
  }

  /**
   * @param subprotocol the one that was agreed on; null when the client named none
   */
  public static FullHttpResponse agreement(HttpRequest request, @Nullable String subprotocol) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS);
    response.headers().set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET);
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
    response
        .headers()
        .set(
            HttpHeaderNames.SEC_WEBSOCKET_ACCEPT,
            accept(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY, "")));
    if (subprotocol != null) {
      response.headers().set(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, subprotocol);
    }
    return response;
  }

  /** Frames to messages and back. */
  public static ChannelHandler[] codec(StreamLimits limits, ChannelHandler... behind) {
    ChannelHandler[] all = new ChannelHandler[behind.length + 3];
    all[0] = new FrameSplitter(limits.frameBytes());
    all[1] =
        new WebSocket13FrameDecoder(
            WebSocketDecoderConfig.newBuilder()
                .expectMaskedFrames(true)
                .allowExtensions(false)
                .maxFramePayloadLength(limits.frameBytes())
                .withUTF8Validator(false)
                .build());
    all[2] = new WebSocket13FrameEncoder(false);
    System.arraycopy(behind, 0, all, 3, behind.length);
    return all;
  }

  private static String accept(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest((key.trim() + GUID).getBytes(US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
