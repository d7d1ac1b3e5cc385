package dev.jubelet.cluster.client;

import dev.jubelet.codec.DoesNotFitException;
import dev.jubelet.codec.MemoryMeter;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;

/** Takes the memory of one object from the budget of its kind while the object is read. */
public final class ObjectMeter implements MemoryMeter {
  /** An object's name and version are wanted even when there is no memory for the object. */
  private static final long FREE = 8 << 10;

  private MemoryBudget.Share share;
  private final long max;
  private long counted;
  private long before;

  /**
   * @param share what the object holds
   * @param max for this object alone
   */
  public ObjectMeter(MemoryBudget.Share share, long max) {
    this.share = share;
    this.max = max;
  }

  @Override
  public void count(long bytes) {
    long sum = counted + bytes;
    if (sum > max) {
      throw new DoesNotFitException(
          "it takes more than %d KiB of memory, the most that this node has for one object"
              .formatted(max >> 10));
    }
    if (sum > FREE) {
      hold(sum);
    }
    counted = sum;
  }

  /**
   * Counts for another share from now on: whose object it is turns out while it is read, and an
   * earlier version of it may hold memory already.
   */
  public void use(MemoryBudget.Share other) {
    share.close();
    share = other;
    before = other.held();
    if (counted > FREE) {
      hold(counted);
    }
  }

  @Override
  public long counted() {
    return counted;
  }

  @Override
  public void backTo(long earlier) {
    counted = earlier;
  }

  /**
   * The object is read and kept: from now on it holds as much as it takes.
   *
   * @throws DoesNotFitException when there is not as much
   */
  public void settle() {
    hold(counted);
    share.giveBack(share.held() - counted);
  }

  /** The object is not kept: its share holds what an earlier version of it took. */
  public void giveUp() {
    share.giveBack(share.held() - before);
  }

  private void hold(long bytes) {
    if (bytes > share.held()) {
      try {
        share.take(bytes - share.held());
      } catch (OutsideFailure exhausted) {
        throw new DoesNotFitException(exhausted.text());
      }
    }
  }
}
