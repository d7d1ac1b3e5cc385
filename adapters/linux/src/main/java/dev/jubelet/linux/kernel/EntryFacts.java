package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * What the kernel knows of an entry beyond {@link FileFacts}.
 *
 * @param seconds of its last change of content, since 1970
 * @param major and minor number, of a device
 */
public record EntryFacts(FileFacts file, long seconds, int nanos, int major, int minor) {
  private static final int TYPE = 0170000;
  private static final int CHARACTER_DEVICE = 0020000;

  // struct statx: mtime 112 and 120, rdev 128 and 132.
  static EntryFacts decoded(MemorySegment statx) {
    return new EntryFacts(
        FileFacts.decoded(statx),
        statx.get(JAVA_LONG, 112),
        statx.get(JAVA_INT, 120),
        statx.get(JAVA_INT, 128),
        statx.get(JAVA_INT, 132));
  }

  /** overlayfs: a character device 0:0 says that nothing of that name is below. */
  public boolean whiteout() {
    return (file.mode() & TYPE) == CHARACTER_DEVICE && major == 0 && minor == 0;
  }
}
