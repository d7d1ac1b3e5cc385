package dev.jubelet.linux.network;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Writes what netlink messages are made of: a fixed part, then attributes within attributes. */
public final class NetlinkAttributes {
  private static final int NESTED = 0x8000;
  private static final int TYPE = 0x3fff;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public NetlinkAttributes raw(byte[] fixed) {
    bytes.writeBytes(fixed);
    return this;
  }

  public NetlinkAttributes put(int type, byte[] value) {
    bytes.writeBytes(
        ByteBuffer.allocate(4)
            .order(ByteOrder.nativeOrder())
            .putShort((short) (4 + value.length))
            .putShort((short) type)
            .array());
    bytes.writeBytes(value);
    bytes.writeBytes(new byte[(4 - value.length % 4) % 4]);
    return this;
  }

  public NetlinkAttributes number(int type, int value) {
    return put(type, word(value));
  }

  /** A number that is left out when it is 0, which leaves the choice to the kernel. */
  public NetlinkAttributes numberUnlessZero(int type, long value) {
    return value == 0 ? this : number(type, Math.toIntExact(value));
  }

  /** In the order of the machine. */
  public static byte[] word(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array();
  }

  /** In the order of the network, as netfilter has all its numbers. */
  public NetlinkAttributes bigEndian(int type, int value) {
    return put(type, ByteBuffer.allocate(4).putInt(value).array());
  }

  public NetlinkAttributes bigEndian(int type, long value) {
    return put(type, ByteBuffer.allocate(8).putLong(value).array());
  }

  public NetlinkAttributes octet(int type, int value) {
    return put(type, new byte[] {(byte) value});
  }

  public NetlinkAttributes text(int type, String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    return put(type, Arrays.copyOf(text, text.length + 1));
  }

  public NetlinkAttributes nested(int type, Consumer<NetlinkAttributes> content) {
    NetlinkAttributes inner = new NetlinkAttributes();
    content.accept(inner);
    return put(type | NESTED, inner.toBytes());
  }

  public byte[] toBytes() {
    return bytes.toByteArray();
  }

  /** The attributes of a message after its fixed part; of several of a type the last. */
  public static Map<Integer, byte[]> read(byte[] message, int from) {
    Map<Integer, byte[]> found = new LinkedHashMap<>();
    ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
    int at = from;
    while (at + 4 <= message.length) {
      int length = Short.toUnsignedInt(buffer.getShort(at));
      if (length < 4 || at + length > message.length) {
        break;
      }
      byte[] value = new byte[length - 4];
      buffer.get(at + 4, value);
      found.put(buffer.getShort(at + 2) & TYPE, value);
      at += (length + 3) / 4 * 4;
    }
    return found;
  }

  public static int number(Map<Integer, byte[]> attributes, int type, int absent) {
    byte[] value = attributes.get(type);
    return value == null || value.length < 4
        ? absent
        : ByteBuffer.wrap(value).order(ByteOrder.nativeOrder()).getInt();
  }

  public static String text(Map<Integer, byte[]> attributes, int type) {
    byte[] value = attributes.get(type);
    return value == null ? "" : new String(value, StandardCharsets.UTF_8).replace("\0", "");
  }
}
