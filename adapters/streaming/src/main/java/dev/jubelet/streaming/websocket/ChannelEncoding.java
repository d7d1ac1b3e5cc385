package dev.jubelet.streaming.websocket;

import dev.jubelet.streaming.Subprotocols;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.ByteBuffer;
import java.util.Base64;

/** How a channel's number and data are written into a message. */
public enum ChannelEncoding {
  BINARY {
    @Override
    WebSocketFrame frame(int channel, byte[] bytes, int start, int length) {
      ByteBuf message = Unpooled.buffer(length + 1);
      message.writeByte(channel).writeBytes(bytes, start, length);
      return new BinaryWebSocketFrame(message);
    }

    @Override
    int channel(int first) {
      return first;
    }
  },
  /** For clients that can only send text: the number is a digit, the data base64. */
  BASE64 {
    @Override
    WebSocketFrame frame(int channel, byte[] bytes, int start, int length) {
      ByteBuffer text = Base64.getEncoder().encode(ByteBuffer.wrap(bytes, start, length));
      ByteBuf message = Unpooled.buffer(text.remaining() + 1);
      message.writeByte('0' + channel).writeBytes(text);
      return new TextWebSocketFrame(message);
    }

    @Override
    int channel(int first) {
      return (first - '0') & 0xff;
    }
  };

  /** That of one of {@link Subprotocols}. */
  public static ChannelEncoding of(String protocol) {
    return protocol.equals(Subprotocols.V1_BASE64) || protocol.equals(Subprotocols.V4_BASE64)
        ? BASE64
        : BINARY;
  }

  abstract WebSocketFrame frame(int channel, byte[] bytes, int start, int length);

  abstract int channel(int first);
}
