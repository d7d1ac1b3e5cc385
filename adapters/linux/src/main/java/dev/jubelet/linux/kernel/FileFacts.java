package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;

/**
 * What the kernel knows of a file.
 *
 * @param mode type and permissions
 * @param links how many names it has
 * @param allocated bytes that it takes from the disk
 * @param device on which file system it is; with {@code inode} it tells files apart
 */
public record FileFacts(
    int mode,
    int links,
    long user,
    long group,
    long size,
    long allocated,
    long inode,
    long device) {
  private static final int TYPE = 0170000;
  private static final int SECTOR = 512;

  // struct statx: nlink 16, uid 20, gid 24, mode 28, ino 32, size 40, blocks 48, dev 136 and 140.
  static FileFacts decoded(MemorySegment statx) {
    return new FileFacts(
        Short.toUnsignedInt(statx.get(JAVA_SHORT, 28)),
        statx.get(JAVA_INT, 16),
        Integer.toUnsignedLong(statx.get(JAVA_INT, 20)),
        Integer.toUnsignedLong(statx.get(JAVA_INT, 24)),
        statx.get(JAVA_LONG, 40),
        statx.get(JAVA_LONG, 48) * SECTOR,
        statx.get(JAVA_LONG, 32),
        Integer.toUnsignedLong(statx.get(JAVA_INT, 136)) << 32
            | Integer.toUnsignedLong(statx.get(JAVA_INT, 140)));
  }

  public boolean directory() {
    return (mode & TYPE) == 0040000;
  }

  public boolean regular() {
    return (mode & TYPE) == 0100000;
  }

  public boolean link() {
    return (mode & TYPE) == 0120000;
  }

  public boolean blockDevice() {
    return (mode & TYPE) == 0060000;
  }

  /** Without the type. */
  public int permissions() {
    return mode & 07777;
  }

  public boolean same(FileFacts other) {
    return inode == other.inode && device == other.device;
  }
}
