package dev.jubelet.linux.file;

import java.util.function.Consumer;

/** What happens to the entries of one directory. */
public interface DirectoryEvents extends AutoCloseable {
  /**
   * Tells the names of entries that were written, replaced, moved or removed, until {@link #close}.
   * Any thread may call it: the wait itself never holds up a virtual thread's carrier.
   *
   * <p>An empty name means "look at everything again": events were lost, or the directory itself
   * went or came. It is also told each time that watching begins, since nobody can know what
   * happened before.
   *
   * @throws IllegalStateException when the kernel refuses to watch, for instance because its limit
   *     of watches is reached; the caller then has to look by itself from time to time
   */
  void run(Consumer<String> fileNameOrEmptyForOverflow);

  /** Ends {@link #run}, also one that has not begun. */
  @Override
  void close();
}
