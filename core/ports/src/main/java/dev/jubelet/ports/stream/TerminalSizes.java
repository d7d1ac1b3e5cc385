package dev.jubelet.ports.stream;

import java.util.Optional;

/** Sizes of the client's terminal; a size that nobody asked for in time is replaced by the next. */
public interface TerminalSizes {
  /** Waits for a size that was not told yet; empty when there will be no more. */
  Optional<TerminalSize> next() throws InterruptedException;
}
