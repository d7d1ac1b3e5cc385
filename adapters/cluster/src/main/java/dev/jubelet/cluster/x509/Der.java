package dev.jubelet.cluster.x509;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Writes ASN.1 values by the distinguished encoding rules (X.690). */
final class Der {
  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter LONG_TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return value(0x30, joined(List.of(parts)));
  }

  static byte[] sequence(List<byte[]> parts) {
    return value(0x30, joined(parts));
  }

  /** Of one value, so that there is no order to keep. */
  static byte[] set(byte[] part) {
    return value(0x31, part);
  }

  static byte[] integer(BigInteger number) {
    return value(0x02, number.toByteArray());
  }

  static byte[] integer(long number) {
    return integer(BigInteger.valueOf(number));
  }

  static byte[] bool(boolean value) {
    return value(0x01, new byte[] {(byte) (value ? 0xff : 0)});
  }

  static byte[] nothing() {
    return value(0x05, new byte[0]);
  }

  static byte[] text(String text) {
    return value(0x0c, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] octets(byte[] bytes) {
    return value(0x04, bytes);
  }

  static byte[] bits(byte[] bytes) {
    return bits(bytes, 0);
  }

  /**
   * @param unused bits at the end of the last byte
   */
  static byte[] bits(byte[] bytes, int unused) {
    byte[] content = new byte[bytes.length + 1];
    content[0] = (byte) unused;
    System.arraycopy(bytes, 0, content, 1, bytes.length);
    return value(0x03, content);
  }

  /** A tag of the context around something that has parts. */
  static byte[] tagged(int number, byte[] content) {
    return value(0xa0 | number, content);
  }

  /** A tag of the context in the place of the value's own. */
  static byte[] taggedBytes(int number, byte[] content) {
    return value(0x80 | number, content);
  }

  static byte[] oid(String dotted) {
    String[] parts = dotted.split("\\.");
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.write(Integer.parseInt(parts[0]) * 40 + Integer.parseInt(parts[1]));
    for (int i = 2; i < parts.length; i++) {
      long arc = Long.parseLong(parts[i]);
      for (int shift = (63 - Long.numberOfLeadingZeros(Math.max(1, arc))) / 7 * 7;
          shift > 0;
          shift -= 7) {
        content.write((int) (0x80 | ((arc >> shift) & 0x7f)));
      }
      content.write((int) (arc & 0x7f));
    }
    return value(0x06, content.toByteArray());
  }

  /** X.509: years from 2050 on are written in full. */
  static byte[] time(Instant instant) {
    boolean late = instant.atZone(ZoneOffset.UTC).getYear() >= 2050;
    String text = (late ? LONG_TIME : UTC_TIME).format(instant);
    return value(late ? 0x18 : 0x17, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] value(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int skip = length[0] == 0 ? 1 : 0;
      out.write(0x80 | (length.length - skip));
      out.write(length, skip, length.length - skip);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }
}
