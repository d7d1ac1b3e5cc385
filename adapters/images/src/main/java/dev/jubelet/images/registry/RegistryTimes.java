package dev.jubelet.images.registry;

import java.time.Duration;

/**
 * How long registries are waited for.
 *
 * @param answer until an answer begins
 * @param progress within which a transfer must move
 * @param pause before something is tried again; it doubles
 */
public record RegistryTimes(Duration answer, Duration progress, Duration pause) {
  public static final RegistryTimes DEFAULT =
      new RegistryTimes(Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofMillis(500));
}
