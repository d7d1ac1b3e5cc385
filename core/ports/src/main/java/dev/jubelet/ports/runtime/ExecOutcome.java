package dev.jubelet.ports.runtime;

import dev.jubelet.ports.MemoryBudget;
import org.jspecify.annotations.Nullable;

/**
 * How a command in a container ended, with the beginning of what it printed. The output counts
 * against the memory that all commands share until it is closed.
 *
 * @param memory what the output holds of a budget, if it holds any
 */
public record ExecOutcome(
    byte[] stdout, byte[] stderr, int exitCode, MemoryBudget.@Nullable Share memory)
    implements AutoCloseable {
  public ExecOutcome(byte[] stdout, byte[] stderr, int exitCode) {
    this(stdout, stderr, exitCode, null);
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
