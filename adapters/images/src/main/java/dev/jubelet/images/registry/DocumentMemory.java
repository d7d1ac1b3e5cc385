package dev.jubelet.images.registry;

import dev.jubelet.ports.MemoryBudget;
import java.io.IOException;
import java.time.Duration;

/**
 * The memory that documents of images may take while they are read, in all pulls together.
 *
 * @param patience how long a document waits for others to end
 */
public record DocumentMemory(MemoryBudget budget, Duration patience) {
  private static final long LIMIT = 16 << 20;

  /** A budget for two of the largest documents on their way, and for a hundred usual ones. */
  public static DocumentMemory usual() {
    return new DocumentMemory(new MemoryBudget("image documents", LIMIT), Duration.ofSeconds(30));
  }

  /** Makes something of a document. */
  public interface Reading<T> {
    T read() throws IOException;
  }

  /** Reads a document once there is memory for what may be kept of it. */
  public <T> T read(Reading<T> reading) throws IOException {
    try (MemoryBudget.Share share = budget.open()) {
      share.take(Documents.READING_COST, patience);
      return reading.read();
    }
  }
}
