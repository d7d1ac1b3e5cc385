package dev.jubelet.streaming.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts long data frames into fragments of one message, before the decoder, which holds a frame
 * until all of it has come: clients may send all of their input as one frame, and there may be many
 * such clients. RFC 6455, section 5.4: a receiver may treat a frame so.
 */
final class FrameSplitter extends ByteToMessageDecoder {
  private static final int FIN = 0x80;
  private static final int MASKED = 0x80;
  private static final int CONTROL = 0x08;
  private static final int LENGTH_16 = 126;
  private static final int LENGTH_64 = 127;
  private static final int MASK_BYTES = 4;

  private final int piece;
  private final byte[] mask = new byte[MASK_BYTES];
  private int first;
  private boolean begun;
  private long left;
  private long untouched;

  /**
   * @param piece the longest frame that is left whole
   */
  FrameSplitter(int piece) {
    // Every fragment is masked from the first byte of the key on.
    this.piece = piece - piece % MASK_BYTES;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (untouched > 0) {
      int count = (int) Math.min(untouched, in.readableBytes());
      untouched -= count;
      out.add(in.readRetainedSlice(count));
    } else if (left > 0) {
      fragment(in, out);
    } else {
      head(in, out);
    }
  }

  private void head(ByteBuf in, List<Object> out) {
    int at = in.readerIndex();
    if (in.readableBytes() < 2) {
      return;
    }
    int opening = in.getUnsignedByte(at);
    int second = in.getUnsignedByte(at + 1);
    boolean masked = (second & MASKED) != 0;
    int shortLength = second & ~MASKED;
    int lengthBytes = shortLength == LENGTH_16 ? 2 : shortLength == LENGTH_64 ? 8 : 0;
    int size = 2 + lengthBytes + (masked ? MASK_BYTES : 0);
    if (in.readableBytes() < size) {
      return;
    }
    long length =
        switch (lengthBytes) {
          case 2 -> in.getUnsignedShort(at + 2);
          case 8 -> in.getLong(at + 2);
          default -> shortLength;
        };
    if (masked && length > piece && (opening & CONTROL) == 0) {
      in.skipBytes(2 + lengthBytes).readBytes(mask);
      first = opening;
      begun = false;
      left = length;
    } else {
      // Short, or wrong in a way that the decoder will tell.
      out.add(in.readRetainedSlice(size));
      untouched = Math.max(0, length);
    }
  }

  private void fragment(ByteBuf in, List<Object> out) {
    int count = (int) Math.min(piece, left);
    if (in.readableBytes() < count) {
      return;
    }
    boolean last = count == left;
    ByteBuf head = Unpooled.buffer(8);
    head.writeByte((last ? first & FIN : 0) | (begun ? 0 : first & ~FIN));
    if (count < LENGTH_16) {
      head.writeByte(MASKED | count);
    } else {
      head.writeByte(MASKED | LENGTH_16).writeShort(count);
    }
    head.writeBytes(mask);
    begun = true;
    left -= count;
    out.add(head);
    out.add(in.readRetainedSlice(count));
  }
}
