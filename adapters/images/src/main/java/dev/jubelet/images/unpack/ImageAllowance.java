package dev.jubelet.images.unpack;

import dev.jubelet.images.content.DiskReserve;
import dev.jubelet.ports.MemoryBudget;
import java.io.IOException;

/**
 * What is left of the limits of one image while its layers are unpacked. All of them draw on it, on
 * several threads: many layers, each within its limits, could still fill the disk.
 */
public final class ImageAllowance implements AutoCloseable {
  /** How much is written between two looks at the disk. */
  private static final long LOOK_AFTER = 16 << 20;

  private final LayerLimits limits;
  private final DiskReserve disk;
  private final MemoryBudget.Share memory;
  private long entries;
  private long bytes;
  private long unseen = LOOK_AFTER;
  private boolean over;

  /**
   * @param memory of all images, for what their layers leave open until those below are there
   */
  public ImageAllowance(LayerLimits limits, DiskReserve disk, MemoryBudget memory) {
    this.limits = limits;
    this.disk = disk;
    this.memory = memory.open();
  }

  LayerLimits limits() {
    return limits;
  }

  synchronized void takeEntry() throws IOException {
    if (++entries > limits.imageEntries()) {
      throw new LayerException("the image has more than " + limits.imageEntries() + " entries");
    }
  }

  /** Before bytes are written to the disk. */
  synchronized void takeBytes(long count) throws IOException {
    bytes += count;
    unseen += count;
    if (bytes > limits.imageBytes()) {
      throw new LayerException("the image has more than " + limits.imageBytes() + " bytes");
    }
    if (unseen >= LOOK_AFTER) {
      disk.check(count);
      unseen = 0;
    }
  }

  /** For what a layer leaves open; given back when the image is done. */
  synchronized void takeMemory(int count) {
    if (!over) {
      memory.take(count);
    }
  }

  @Override
  public synchronized void close() {
    over = true;
    memory.close();
  }
}
