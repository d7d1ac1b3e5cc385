package dev.jubelet.images.unpack;

import java.nio.charset.StandardCharsets;

/** The fields of one 512-byte header: v7, ustar and GNU, see tar(5). */
final class TarHeader {
  static final int SIZE = 512;

  private final byte[] block;

  TarHeader(byte[] block) {
    this.block = block;
  }

  boolean zero() {
    for (byte each : block) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  /** The sum of all bytes with the sum itself as blanks; some old tars added signed bytes. */
  boolean sumIsRight() throws LayerException {
    long unsigned = 0;
    long signed = 0;
    for (int i = 0; i < SIZE; i++) {
      byte each = i >= 148 && i < 156 ? (byte) ' ' : block[i];
      unsigned += each & 0xff;
      signed += each;
    }
    long said = number("checksum", 148, 8);
    return said == unsigned || said == signed;
  }

  char type() {
    return (char) (block[156] & 0xff);
  }

  String name() {
    String name = text(0, 100);
    String prefix = ustar() ? text(345, 155) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  String link() {
    return text(157, 100);
  }

  long mode() throws LayerException {
    return number("mode", 100, 8);
  }

  long user() throws LayerException {
    return number("owner", 108, 8);
  }

  long group() throws LayerException {
    return number("group", 116, 8);
  }

  long size() throws LayerException {
    return number("size", 124, 12);
  }

  long seconds() throws LayerException {
    return number("time", 136, 12);
  }

  long major() throws LayerException {
    return posix() ? number("device", 329, 8) : 0;
  }

  long minor() throws LayerException {
    return posix() ? number("device", 337, 8) : 0;
  }

  private boolean posix() {
    return text(257, 5).equals("ustar");
  }

  /** GNU writes two blanks where ustar has a NUL and 00, and other things than a prefix. */
  private boolean ustar() {
    return posix() && block[262] == 0;
  }

  private String text(int from, int length) {
    int end = from;
    while (end < from + length && block[end] != 0) {
      end++;
    }
    return new String(block, from, end - from, StandardCharsets.ISO_8859_1);
  }

  private long number(String what, int from, int length) throws LayerException {
    if ((block[from] & 0x80) != 0) {
      return binary(what, from, length);
    }
    String digits = text(from, length).strip();
    if (digits.isEmpty()) {
      return 0;
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      char digit = digits.charAt(i);
      if (digit < '0' || digit > '7') {
        throw new LayerException("a header whose " + what + " is not a number");
      }
      value = value * 8 + (digit - '0');
    }
    return value;
  }

  /** GNU: the highest bit says binary, the next one is the sign. */
  private long binary(String what, int from, int length) throws LayerException {
    boolean negative = (block[from] & 0x40) != 0;
    long value = negative ? -1 : 0;
    for (int i = 0; i < length; i++) {
      int each = block[from + i] & 0xff;
      if (i == 0) {
        each = negative ? each : each & 0x7f;
      }
      if (value > Long.MAX_VALUE >> 8 || value < Long.MIN_VALUE >> 8) {
        throw new LayerException("a header whose " + what + " is too large");
      }
      value = value << 8 | each;
    }
    return value;
  }
}
