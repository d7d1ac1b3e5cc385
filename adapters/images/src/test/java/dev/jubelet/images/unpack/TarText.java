package dev.jubelet.images.unpack;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/** Writes archives by hand, the impossible ones, too. Texts have a character for each byte. */
public final class TarText {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** How an archive is wrapped. */
  public enum Wrapping {
    PLAIN,
    GZIP,
    ZSTD;

    public byte[] wrap(byte[] archive) {
      return switch (this) {
        case PLAIN -> archive;
        case GZIP -> gzip(archive);
        case ZSTD -> Zstd.compress(archive);
      };
    }
  }

  public static byte[] gzip(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** The fields of a header before it is summed up. */
  public static final class Head {
    private final byte[] block = new byte[512];

    Head(char type, String name, long size) {
      text(0, 100, name);
      octal(100, 8, 0644);
      octal(108, 8, 0);
      octal(116, 8, 0);
      octal(124, 12, size);
      octal(136, 12, 1_700_000_000L);
      block[156] = (byte) type;
      text(257, 6, "ustar");
      text(263, 2, "00");
    }

    public Head text(int from, int length, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      Arrays.fill(block, from, from + length, (byte) 0);
      System.arraycopy(bytes, 0, block, from, Math.min(bytes.length, length));
      return this;
    }

    public Head octal(int from, int length, long value) {
      return text(from, length - 1, String.format("%0" + (length - 1) + "o", value));
    }

    public Head raw(int from, int... bytes) {
      for (int i = 0; i < bytes.length; i++) {
        block[from + i] = (byte) bytes[i];
      }
      return this;
    }

    public Head link(String target) {
      return text(157, 100, target);
    }

    public Head mode(int mode) {
      return octal(100, 8, mode);
    }

    public Head owner(int user, int group) {
      octal(108, 8, user);
      return octal(116, 8, group);
    }

    public Head device(int major, int minor) {
      octal(329, 8, major);
      return octal(337, 8, minor);
    }

    private byte[] summed() {
      Arrays.fill(block, 148, 156, (byte) ' ');
      int sum = 0;
      for (byte each : block) {
        sum += each & 0xff;
      }
      text(148, 7, String.format("%06o", sum));
      block[155] = ' ';
      return block;
    }
  }

  public TarText entry(char type, String name, byte[] content, Consumer<Head> change) {
    Head head = new Head(type, name, content.length);
    change.accept(head);
    return bytes(head.summed()).padded(content);
  }

  /** A header whose sum is not corrected. */
  public TarText damaged(String name) {
    byte[] block = new Head('0', name, 0).summed();
    block[0] ^= 0x55;
    return bytes(block);
  }

  public TarText file(String name, String content) {
    return file(name, content, _ -> {});
  }

  public TarText file(String name, String content, Consumer<Head> change) {
    return entry('0', name, content.getBytes(StandardCharsets.ISO_8859_1), change);
  }

  public TarText directory(String name) {
    return directory(name, 0755);
  }

  public TarText directory(String name, int mode) {
    return entry('5', name, new byte[0], head -> head.mode(mode));
  }

  public TarText link(String name, String target) {
    return entry('2', name, new byte[0], head -> head.link(target).mode(0777));
  }

  public TarText hardLink(String name, String target) {
    return entry('1', name, new byte[0], head -> head.link(target));
  }

  public TarText device(char type, String name, int major, int minor) {
    return entry(type, name, new byte[0], head -> head.device(major, minor));
  }

  /** Records of an extended header, for the entry that follows. */
  public TarText pax(String... keysAndValues) {
    return entry('x', "PaxHeaders/x", records(keysAndValues), _ -> {});
  }

  public static byte[] records(String... keysAndValues) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      String record = " " + keysAndValues[i] + "=" + keysAndValues[i + 1] + "\n";
      int length = record.length() + 1;
      while (String.valueOf(length).length() + record.length() != length) {
        length++;
      }
      text.append(length).append(record);
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** GNU: the name or link target of the entry that follows. */
  public TarText longName(char type, String name) {
    return entry(
        type, "././@LongLink", (name + "\0").getBytes(StandardCharsets.ISO_8859_1), _ -> {});
  }

  public TarText bytes(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  private TarText padded(byte[] content) {
    return bytes(content).bytes(new byte[-content.length & 511]);
  }

  /** With the two blocks of zeros at the end. */
  public byte[] done() {
    return bytes(new byte[1024]).cut();
  }

  /** As it is. */
  public byte[] cut() {
    return out.toByteArray();
  }
}
