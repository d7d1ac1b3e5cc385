package dev.jubelet.images.unpack;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * gzip by RFC 1952, one member or several. Unlike the JDK's it takes nothing but another member
 * after a member's end, and checks every sum.
 */
final class GzipInput extends InputStream {
  private static final int BUFFER = 64 * 1024;
  private static final int TEXT_MAX = 64 * 1024;
  private static final int HAS_SUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private int at;
  private int end;
  private boolean inMember;
  private boolean ended;

  GzipInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      if (!inMember && !begun()) {
        ended = true;
        return -1;
      }
      int read = inflated(target, from, length);
      if (read > 0) {
        sum.update(target, from, read);
        return read;
      }
      if (inflater.finished()) {
        endMember();
      }
    }
    return -1;
  }

  private int inflated(byte[] target, int from, int length) throws IOException {
    try {
      if (inflater.needsInput()) {
        if (at == end && !filled()) {
          throw new LayerException("the gzip stream ends early");
        }
        inflater.setInput(buffer, at, end - at);
        at = end;
      }
      int read = inflater.inflate(target, from, length);
      if (read == 0 && inflater.needsDictionary()) {
        throw new LayerException("the gzip stream asks for a dictionary");
      }
      return read;
    } catch (DataFormatException damaged) {
      throw new LayerException("the gzip stream is damaged: " + damaged.getMessage(), damaged);
    }
  }

  /** Reads a member's header; false when nothing follows any more. */
  private boolean begun() throws IOException {
    if (at == end && !filled()) {
      return false;
    }
    if (next() != 0x1f || next() != 0x8b || next() != 8) {
      throw new LayerException("what follows is not gzip");
    }
    int flags = next();
    for (int i = 0; i < 6; i++) {
      next();
    }
    if ((flags & HAS_EXTRA) != 0) {
      for (int rest = next() | next() << 8; rest > 0; rest--) {
        next();
      }
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_SUM) != 0) {
      next();
      next();
    }
    inflater.reset();
    sum.reset();
    inMember = true;
    return true;
  }

  private void skipText() throws IOException {
    int length = 0;
    while (next() != 0) {
      if (++length > TEXT_MAX) {
        throw new LayerException("the gzip header does not end");
      }
    }
  }

  private void endMember() throws IOException {
    // What the inflater did not take is what follows the member.
    at = end - inflater.getRemaining();
    long said = word();
    long size = word();
    if (said != sum.getValue() || size != (inflater.getBytesWritten() & 0xffff_ffffL)) {
      throw new LayerException("the gzip stream is damaged: its sum is wrong");
    }
    inMember = false;
  }

  private long word() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private int next() throws IOException {
    if (at == end && !filled()) {
      throw new LayerException("the gzip stream ends early");
    }
    return buffer[at++] & 0xff;
  }

  private boolean filled() throws IOException {
    int read = in.read(buffer, 0, buffer.length);
    at = 0;
    end = Math.max(read, 0);
    return read > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
