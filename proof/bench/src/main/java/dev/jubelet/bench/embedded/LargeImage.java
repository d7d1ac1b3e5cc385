package dev.jubelet.bench.embedded;

import dev.jubelet.acceptance.LocalRegistry;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Layers such as real images have: half of each is in files of a megabyte, half in small ones, and
 * all of it compresses to about half. The same number gives the same layer.
 */
final class LargeImage {
  static final int LAYER_MEGABYTES = 50;

  private static final int BLOCK = 512;
  private static final int LARGE = 1_000_000;
  private static final int SMALL = 10_000;
  private static final long LAYER_BYTES = LAYER_MEGABYTES * 1_000_000L;

  private LargeImage() {}

  static LocalRegistry.Layer layer(Path directory, int number) throws IOException {
    Path file = directory.resolve("layer-" + number);
    MessageDigest outer = hash();
    MessageDigest inner = hash();
    try (OutputStream blob =
            new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), outer);
        Quick gzip = new Quick(blob);
        DigestOutputStream archive = new DigestOutputStream(gzip, inner)) {
      SplittableRandom random = new SplittableRandom(number);
      for (int i = 0; i < LAYER_BYTES / 2 / LARGE; i++) {
        entry(archive, "data-%d/large-%d".formatted(number, i), content(random, LARGE));
      }
      for (int i = 0; i < LAYER_BYTES / 2 / SMALL; i++) {
        entry(archive, "data-%d/small/%d".formatted(number, i), content(random, SMALL));
      }
      archive.write(new byte[2 * BLOCK]);
    }
    return new LocalRegistry.Layer(file, text(outer), text(inner), "gzip");
  }

  private static final class Quick extends GZIPOutputStream {
    Quick(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Noise and something well known, by turns. */
  private static byte[] content(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at += 200) {
      int noise = Math.min(100, length - at);
      byte[] some = new byte[noise];
      random.nextBytes(some);
      System.arraycopy(some, 0, bytes, at, noise);
      Arrays.fill(bytes, at + noise, Math.min(length, at + 200), (byte) ('a' + random.nextInt(26)));
    }
    return bytes;
  }

  /** ustar, as POSIX.1-1988 has it. */
  private static void entry(OutputStream out, String path, byte[] content) throws IOException {
    byte[] header = new byte[BLOCK];
    put(header, 0, path);
    put(header, 100, "0000644\0" + "0000000\0" + "0000000\0");
    put(header, 124, String.format(Locale.ROOT, "%011o\0%011o\0", content.length, 0));
    put(header, 148, "        0");
    put(header, 257, "ustar\0" + "00");
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
    out.write(header);
    out.write(content);
    out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static String text(MessageDigest hash) {
    return "sha256:" + HexFormat.of().formatHex(hash.digest());
  }

  private static MessageDigest hash() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
