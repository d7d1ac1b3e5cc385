package dev.jubelet.nodeserver.logs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a log, and how it looks.
 *
 * @param tail only that many entries from the end; negative: all
 * @param since nothing older than that
 * @param limitBytes no more than that many bytes; negative: all
 * @param onlyStream {@code stdout} or {@code stderr}; null for both
 */
public record LogOptions(
    long tail,
    @Nullable Instant since,
    long limitBytes,
    @Nullable String onlyStream,
    boolean timestamps) {
  public static final LogOptions ALL = new LogOptions(-1, null, -1, null, false);
}
