package dev.jubelet.app.host;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Locale;

/**
 * A tar archive in the ustar format of POSIX.1-1988. Everything belongs to root and to the epoch,
 * so that the same content is the same archive, byte for byte.
 */
final class Tar {
  private static final int BLOCK = 512;
  private static final int NAME = 100;
  private static final char FILE = '0';
  private static final char LINK = '2';
  private static final char DIRECTORY = '5';

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Tar directory(String path, int mode) {
    return entry(path + "/", DIRECTORY, mode, "", new byte[0]);
  }

  Tar file(String path, int mode, byte[] content) {
    return entry(path, FILE, mode, "", content);
  }

  Tar link(String path, String target) {
    return entry(path, LINK, 0777, target, new byte[0]);
  }

  /** Ends the archive with two empty blocks. */
  byte[] end() {
    bytes.writeBytes(new byte[2 * BLOCK]);
    return bytes.toByteArray();
  }

  private Tar entry(String path, char kind, int mode, String target, byte[] content) {
    byte[] header = new byte[BLOCK];
    text(header, 0, path);
    octal(header, 100, 8, mode);
    octal(header, 108, 8, 0);
    octal(header, 116, 8, 0);
    octal(header, 124, 12, content.length);
    octal(header, 136, 12, 0);
    header[156] = (byte) kind;
    text(header, 157, target);
    put(header, 257, "ustar\0" + "00");
    // The checksum is that of a header whose checksum field is blank.
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
    bytes.writeBytes(header);
    bytes.writeBytes(content);
    bytes.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    return this;
  }

  private static void text(byte[] header, int at, String value) {
    byte[] encoded = value.getBytes(UTF_8);
    if (encoded.length > NAME) {
      throw new IllegalArgumentException("longer than ustar allows: " + value);
    }
    System.arraycopy(encoded, 0, header, at, encoded.length);
  }

  private static void octal(byte[] header, int at, int width, long value) {
    put(header, at, String.format(Locale.ROOT, "%0" + (width - 1) + "o", value));
  }

  private static void put(byte[] header, int at, String value) {
    byte[] encoded = value.getBytes(US_ASCII);
    System.arraycopy(encoded, 0, header, at, encoded.length);
  }
}
