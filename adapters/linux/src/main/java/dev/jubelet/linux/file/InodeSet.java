package dev.jubelet.linux.file;

import java.util.Arrays;

/**
 * Numbers of files that were seen. A pod decides how many files have several names, so it takes
 * eight bytes for each of two places, and remembers no more than its limit.
 */
final class InodeSet {
  private static final int SIZE_MAX = 128 * 1024;
  private static final int SLOTS_FIRST = 64;

  private final int sizeMax;
  private long[] slots = new long[SLOTS_FIRST];
  private int size;

  InodeSet() {
    this(SIZE_MAX);
  }

  InodeSet(int sizeMax) {
    this.sizeMax = sizeMax;
  }

  /** False when it is known. One that finds no room is new each time. */
  boolean add(long inode) {
    // No file has the number 0, which marks a free place.
    int slot = slot(slots, inode);
    if (slots[slot] == inode) {
      return false;
    }
    if (size < sizeMax) {
      slots[slot] = inode;
      size++;
      if (size * 2 > slots.length) {
        grow();
      }
    }
    return true;
  }

  private void grow() {
    long[] larger = new long[slots.length * 2];
    Arrays.stream(slots)
        .filter(inode -> inode != 0)
        .forEach(inode -> larger[slot(larger, inode)] = inode);
    slots = larger;
  }

  /** Where it is, or would be. */
  private static int slot(long[] slots, long inode) {
    int slot = Long.hashCode(inode * 0x9E37_79B9_7F4A_7C15L) & (slots.length - 1);
    while (slots[slot] != 0 && slots[slot] != inode) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
}
