package dev.jubelet.images.unpack;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a tar archive entry by entry, with nothing kept but the entry at hand. */
public final class TarReader {
  private static final int EXTENSION_MAX = 1024 * 1024;
  private static final int NAME_MAX = 64 * 1024;
  private static final int EXTENSIONS_MAX = 16;
  private static final long SECONDS_MAX = 1L << 34;
  private static final long ID_MAX = 0xffff_fffeL;

  private final InputStream in;
  private long left;
  private int padding;

  public TarReader(InputStream in) {
    this.in = in;
  }

  /** What stands before an entry and says more about it than its header can. */
  private static final class Extensions {
    private @Nullable String name;
    private @Nullable String link;
    private PaxRecords pax = new PaxRecords();
    private int count;
  }

  /** The next entry; what is left of the content of the last one is passed over. */
  public Optional<TarEntry> next() throws IOException {
    skipContent();
    Extensions extensions = new Extensions();
    while (true) {
      TarHeader header = header();
      if (header == null) {
        if (extensions.count > 0) {
          throw new LayerException("the archive ends after an extended header");
        }
        return Optional.empty();
      }
      left = header.size();
      padding = padding(left);
      switch (header.type()) {
        case 'x' -> extensions.pax = PaxRecords.parse(content("extended header", EXTENSION_MAX));
        // It is about the archive as a whole; nothing in it changes how a layer is unpacked.
        case 'g' -> content("global header", EXTENSION_MAX);
        case 'L' -> extensions.name = name();
        case 'K' -> extensions.link = name();
        default -> {
          return Optional.of(entry(header, extensions));
        }
      }
      if (++extensions.count > EXTENSIONS_MAX) {
        throw new LayerException("more than " + EXTENSIONS_MAX + " headers for one entry");
      }
      skipContent();
    }
  }

  private TarEntry entry(TarHeader header, Extensions extensions) throws LayerException {
    PaxRecords pax = extensions.pax;
    String path = pax.text("path", extensions.name != null ? extensions.name : header.name());
    if (pax.sparse() || header.type() == 'S') {
      throw new LayerException(
          BytePath.shown(path) + " is a sparse file, which layers do not have");
    }
    TarEntry.Type type = type(header.type(), path);
    long size = pax.number("size", header.size());
    if (size < 0) {
      throw new LayerException(BytePath.shown(path) + " has a negative size");
    }
    // Links, directories and devices have no content, whatever their header says.
    left = header.type() >= '1' && header.type() <= '6' ? 0 : size;
    padding = padding(left);
    BigDecimal exact = pax.time();
    BigDecimal time = exact != null ? exact : BigDecimal.valueOf(header.seconds());
    boolean sane = time.signum() >= 0 && time.compareTo(BigDecimal.valueOf(SECONDS_MAX)) < 0;
    return new TarEntry(
        type,
        path,
        pax.text("linkpath", extensions.link != null ? extensions.link : header.link()),
        size,
        (int) (header.mode() & 07777),
        id("owner", pax.number("uid", header.user()), path),
        id("group", pax.number("gid", header.group()), path),
        sane ? time.longValue() : 0,
        sane ? time.remainder(BigDecimal.ONE).movePointRight(9).intValue() : 0,
        (int) header.major(),
        (int) header.minor(),
        pax.xattrs());
  }

  private static long id(String what, long id, String path) throws LayerException {
    if (id < 0 || id > ID_MAX) {
      throw new LayerException(BytePath.shown(path) + " has an impossible " + what + ": " + id);
    }
    return id;
  }

  private static TarEntry.Type type(char type, String path) throws LayerException {
    return switch (type) {
      // v7: a directory is a file whose name ends with a slash.
      case '\0' -> path.endsWith("/") ? TarEntry.Type.DIRECTORY : TarEntry.Type.FILE;
      case '0', '7' -> TarEntry.Type.FILE;
      case '1' -> TarEntry.Type.HARD_LINK;
      case '2' -> TarEntry.Type.LINK;
      case '3' -> TarEntry.Type.CHARACTER_DEVICE;
      case '4' -> TarEntry.Type.BLOCK_DEVICE;
      case '5' -> TarEntry.Type.DIRECTORY;
      case '6' -> TarEntry.Type.PIPE;
      default ->
          throw new LayerException(
              BytePath.shown(path) + " is of a kind that layers do not have: type " + (int) type);
    };
  }

  private String name() throws IOException {
    String name = new String(content("long name", NAME_MAX), StandardCharsets.ISO_8859_1);
    int end = name.indexOf('\0');
    return end < 0 ? name : name.substring(0, end);
  }

  private byte[] content(String what, int max) throws IOException {
    if (left < 0 || left > max) {
      throw new LayerException("a " + what + " of " + left + " bytes");
    }
    byte[] all = new byte[(int) left];
    int done = 0;
    while (done < all.length) {
      done += read(all, done, all.length - done);
    }
    return all;
  }

  /** Reads from the content of the entry at hand; -1 at its end. */
  public int read(byte[] target, int from, int length) throws IOException {
    if (left <= 0) {
      return -1;
    }
    int read = in.read(target, from, (int) Math.min(length, left));
    if (read < 0) {
      throw new LayerException("the archive ends inside of an entry");
    }
    left -= read;
    return read;
  }

  private void skipContent() throws IOException {
    byte[] scrap = new byte[8 * 1024];
    left += padding;
    padding = 0;
    while (left > 0) {
      int read = in.read(scrap, 0, (int) Math.min(scrap.length, left));
      if (read < 0) {
        throw new LayerException("the archive ends inside of an entry");
      }
      left -= read;
    }
  }

  /** The next header; null at the end: a block of zeros, or where the stream ends between two. */
  private @Nullable TarHeader header() throws IOException {
    byte[] block = new byte[TarHeader.SIZE];
    int read = in.readNBytes(block, 0, block.length);
    if (read == 0) {
      return null;
    }
    if (read < block.length) {
      throw new LayerException("the archive ends inside of a header");
    }
    TarHeader header = new TarHeader(block);
    if (header.zero()) {
      return null;
    }
    if (!header.sumIsRight()) {
      throw new LayerException("this is not a tar archive, or its header is damaged");
    }
    if (header.size() < 0) {
      throw new LayerException("a header with a negative size");
    }
    return header;
  }

  private static int padding(long size) {
    return (int) (-size & (TarHeader.SIZE - 1));
  }
}
