package dev.jubelet.app.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How images are pulled.
 *
 * @param pullsAtOnce {@code Integer.MAX_VALUE} when there is no limit
 * @param pullsPerSecond 0 when there is no limit
 * @param pullBurst how many may begin together after a quiet time
 */
public record ImageSettings(
    int pullsAtOnce, int pullsPerSecond, int pullBurst, Optional<Providers> providers) {

  /** Where credential provider plugins are described and where their programs are. */
  public record Providers(Path config, Path programs) {}
}
