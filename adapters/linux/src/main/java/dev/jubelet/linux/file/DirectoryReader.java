package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a directory one by one. Whoever fills a directory decides how many there
 * are, so it holds no more of them than one batch of the kernel.
 */
final class DirectoryReader {
  /** One batch holds a hundred entries, or at least thirty with the longest names. */
  static final int BATCH_BYTES = 8 * 1024;

  private static final int NAME_OFFSET = 19;
  private static final byte DT_DIR = 4;

  private final OpenDirectory directory;
  private final MemorySegment batch;
  private long at;
  private long end;

  /**
   * @param directory nobody else reads its entries: the position belongs to its descriptor
   * @param batch native memory with room for the longest entry, which takes 280 bytes
   */
  DirectoryReader(OpenDirectory directory, MemorySegment batch) {
    this.directory = directory;
    this.batch = batch;
  }

  /** Null at the end, also of a directory that was removed meanwhile. */
  OpenDirectory.@Nullable Entry next() {
    while (at < end || more()) {
      OpenDirectory.Entry entry = decoded();
      if (!isDots(entry.name())) {
        return entry;
      }
    }
    return null;
  }

  private boolean more() {
    at = 0;
    end = 0;
    try {
      end = Kernel.getdents64(directory.fd(), batch);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENOENT);
    }
    return end > 0;
  }

  // struct linux_dirent64: inode 8, offset 8, record length 2, type 1, name.
  private OpenDirectory.Entry decoded() {
    int length = Short.toUnsignedInt(batch.get(JAVA_SHORT_UNALIGNED, at + 16));
    boolean isDirectory = batch.get(JAVA_BYTE, at + 18) == DT_DIR;
    long name = at + NAME_OFFSET;
    long nameEnd = name;
    while (batch.get(JAVA_BYTE, nameEnd) != 0) {
      nameEnd++;
    }
    at += length;
    return new OpenDirectory.Entry(
        batch.asSlice(name, nameEnd - name).toArray(JAVA_BYTE), isDirectory);
  }

  private static boolean isDots(byte[] name) {
    return (name.length == 1 && name[0] == '.')
        || (name.length == 2 && name[0] == '.' && name[1] == '.');
  }
}
