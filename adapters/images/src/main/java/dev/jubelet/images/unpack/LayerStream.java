package dev.jubelet.images.unpack;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.jubelet.images.content.Digest;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * The archive inside of a layer's blob, decompressed, counted and hashed. How it is compressed is
 * seen from its first bytes: the media type may say otherwise.
 */
final class LayerStream extends InputStream {
  // zstd's own limit for what nobody asked for: 128 MiB.
  private static final int WINDOW_LOG_MAX = 27;
  private static final int BUFFER = 64 * 1024;

  private final Counted compressed;
  private final InputStream archive;
  private final LayerLimits limits;
  private final MessageDigest hash = Digest.hash();
  private long bytes;

  /**
   * @param scratch an empty directory that is closed to others; it is empty again afterwards
   */
  LayerStream(InputStream blob, LayerLimits limits, Path scratch) throws IOException {
    this.compressed = new Counted(blob);
    this.limits = limits;
    this.archive = decompressed(new BufferedInputStream(compressed, BUFFER), scratch);
  }

  private static InputStream decompressed(BufferedInputStream in, Path scratch) throws IOException {
    in.mark(4);
    byte[] magic = in.readNBytes(4);
    in.reset();
    if (magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
      return new GzipInput(in);
    }
    boolean frame =
        magic.length == 4
            && magic[0] == 0x28
            && magic[1] == (byte) 0xb5
            && magic[2] == 0x2f
            && magic[3] == (byte) 0xfd;
    boolean skippable =
        magic.length == 4
            && (magic[0] & 0xf0) == 0x50
            && magic[1] == 0x2a
            && magic[2] == 0x4d
            && magic[3] == 0x18;
    if (frame || skippable) {
      ZstdLibrary.load(scratch);
      return new ZstdInputStreamNoFinalizer(in).setLongMax(WINDOW_LOG_MAX);
    }
    return in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int read;
    try {
      read = archive.read(target, from, length);
    } catch (ZstdIOException damaged) {
      throw new LayerException("the zstd stream is damaged: " + damaged.getMessage(), damaged);
    }
    if (read > 0) {
      hash.update(target, from, read);
      bytes += read;
      checkLimits();
    }
    return read;
  }

  private void checkLimits() throws LayerException {
    if (bytes > limits.bytes()) {
      throw new LayerException("the layer has more than " + limits.bytes() + " bytes");
    }
    if (bytes > limits.ratioAfter() && bytes / limits.ratio() > compressed.count) {
      throw new LayerException(
          "the layer grows by more than " + limits.ratio() + " times when it is decompressed");
    }
  }

  /** Reads what follows the archive's end, which is hashed, too. */
  void drain() throws IOException {
    byte[] scrap = new byte[BUFFER];
    while (read(scrap, 0, scrap.length) >= 0) {
      // Only to hash and count it.
    }
  }

  /** Once all was read: what the archive hashes to. */
  Digest digest() {
    return Digest.finished(hash);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    archive.close();
  }

  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int read = super.read(target, from, length);
      count += Math.max(read, 0);
      return read;
    }
  }
}
