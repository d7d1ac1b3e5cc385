package dev.jubelet.images.unpack;

import java.util.Map;

/**
 * What an archive says of one entry. Texts have a character for each byte.
 *
 * @param link where a link leads
 * @param size of the content that follows
 * @param xattrs extended attributes, values as a character for each byte
 */
public record TarEntry(
    Type type,
    String path,
    String link,
    long size,
    int mode,
    long user,
    long group,
    long seconds,
    int nanos,
    int major,
    int minor,
    Map<String, String> xattrs) {
  public enum Type {
    FILE,
    DIRECTORY,
    LINK,
    HARD_LINK,
    CHARACTER_DEVICE,
    BLOCK_DEVICE,
    PIPE
  }

  public TarEntry {
    xattrs = Map.copyOf(xattrs);
  }
}
