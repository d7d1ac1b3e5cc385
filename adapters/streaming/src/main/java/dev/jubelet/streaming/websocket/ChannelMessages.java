package dev.jubelet.streaming.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Takes messages apart, fragment by fragment, without ever holding a whole one. */
final class ChannelMessages {
  /** RemoteCommand, version 5: this and a channel's number close that channel. */
  private static final int CLOSE_SIGNAL = 255;

  private static final int UNKNOWN = -1;

  private final ChannelEncoding encoding;
  private final boolean closeSignals;
  private final Data data;
  private final Close close;
  private int channel = UNKNOWN;
  private boolean closing;
  private @Nullable ByteBuf rest;

  interface Data {
    void accept(int channel, ByteBuf data);
  }

  interface Close {
    void accept(int channel) throws IOException;
  }

  ChannelMessages(ChannelEncoding encoding, boolean closeSignals, Data data, Close close) {
    this.encoding = encoding;
    this.closeSignals = closeSignals;
    this.data = data;
    this.close = close;
  }

  void take(ByteBuf fragment, boolean first, boolean last) throws IOException {
    if (first) {
      channel = UNKNOWN;
      closing = false;
      rest = null;
    }
    if (channel == UNKNOWN && !closing && fragment.isReadable()) {
      int number = fragment.readUnsignedByte();
      closing = closeSignals && number == CLOSE_SIGNAL;
      channel = closing ? UNKNOWN : encoding.channel(number);
    }
    if (closing) {
      signal(fragment, last);
    } else if (channel != UNKNOWN) {
      switch (encoding) {
        case BINARY -> data.accept(channel, fragment);
        case BASE64 -> decode(fragment, last);
      }
    }
  }

  private void signal(ByteBuf fragment, boolean last) throws IOException {
    if (channel == UNKNOWN && fragment.isReadable()) {
      channel = fragment.readUnsignedByte();
    }
    if (fragment.isReadable() || (last && channel == UNKNOWN)) {
      throw new IOException("one channel number must follow the close signal");
    }
    if (last) {
      close.accept(channel);
    }
  }

  /** Decodes whole groups of four characters, and keeps the others for the next fragment. */
  private void decode(ByteBuf fragment, boolean last) throws IOException {
    ByteBuf text = rest == null ? fragment : Unpooled.wrappedBuffer(rest, fragment.retain());
    int whole = text.readableBytes() - text.readableBytes() % 4;
    byte[] groups = new byte[whole];
    text.readBytes(groups);
    rest = text.isReadable() ? Unpooled.copiedBuffer(text) : null;
    if (text != fragment) {
      text.release();
    }
    if (last && rest != null) {
      throw new IOException("a message is not valid base64");
    }
    try {
      data.accept(channel, Unpooled.wrappedBuffer(Base64.getDecoder().decode(groups)));
    } catch (IllegalArgumentException e) {
      throw new IOException("a message is not valid base64", e);
    }
  }
}
