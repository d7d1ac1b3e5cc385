package dev.jubelet.streaming.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameSplitterTest {
  private static final int PIECE = 1000;
  private static final byte[] MASK = {1, 2, 3, 4};

  private final EmbeddedChannel channel =
      new EmbeddedChannel(
          new FrameSplitter(PIECE),
          new WebSocket13FrameDecoder(
              WebSocketDecoderConfig.newBuilder()
                  .expectMaskedFrames(true)
                  .allowExtensions(false)
                  .maxFramePayloadLength(PIECE)
                  .build()));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 125, 126, 999, 1000, 1001, 1125, 1126, 2000, 65_535, 65_536, 300_003})
  void passesOnEveryByteInFramesThatFit(int length) {
    byte[] data = new byte[length];
    new Random(length).nextBytes(data);
    send(frame(0x82, data), 700);
    send(frame(0x89, new byte[] {7}), 1);

    List<WebSocketFrame> heard = heard();

    assertThat(heard.getLast()).isInstanceOf(PingWebSocketFrame.class);
    List<WebSocketFrame> message = heard.subList(0, heard.size() - 1);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (WebSocketFrame each : message) {
      assertThat(each.isFinalFragment()).isEqualTo(each == message.getLast());
      assertThat(each instanceof BinaryWebSocketFrame).isEqualTo(each == message.getFirst());
      byte[] part = new byte[each.content().readableBytes()];
      assertThat(part.length).isLessThanOrEqualTo(PIECE);
      each.content().readBytes(part);
      all.writeBytes(part);
    }
    assertThat(all.toByteArray()).isEqualTo(data);
  }

  @Test
  void leavesWhatIsWrongToTheDecoder() {
    ByteBuf negative = Unpooled.buffer();
    negative.writeByte(0x82).writeByte(0xff).writeLong(-1).writeBytes(MASK);

    Assertions.assertThatThrownBy(() -> channel.writeInbound(negative))
        .isInstanceOf(CorruptedWebSocketFrameException.class);
  }

  private void send(byte[] bytes, int atOnce) {
    for (int at = 0; at < bytes.length; at += atOnce) {
      channel.writeInbound(Unpooled.copiedBuffer(bytes, at, Math.min(atOnce, bytes.length - at)));
    }
  }

  private List<WebSocketFrame> heard() {
    List<WebSocketFrame> all = new ArrayList<>();
    for (WebSocketFrame each = channel.readInbound(); each != null; each = channel.readInbound()) {
      all.add(each);
    }
    return all;
  }

  private static byte[] frame(int first, byte[] data) {
    ByteBuf frame = Unpooled.buffer();
    frame.writeByte(first);
    if (data.length < 126) {
      frame.writeByte(0x80 | data.length);
    } else if (data.length < 1 << 16) {
      frame.writeByte(0x80 | 126).writeShort(data.length);
    } else {
      frame.writeByte(0x80 | 127).writeLong(data.length);
    }
    frame.writeBytes(MASK);
    for (int i = 0; i < data.length; i++) {
      frame.writeByte(data[i] ^ MASK[i % 4]);
    }
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes);
    return bytes;
  }
}
