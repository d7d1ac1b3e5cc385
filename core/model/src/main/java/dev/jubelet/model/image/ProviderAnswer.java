package dev.jubelet.model.image;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a credential provider said.
 *
 * @param cacheDuration null when the provider's default counts
 */
public record ProviderAnswer(
    CacheScope scope, @Nullable Duration cacheDuration, List<RegistryLogin> logins) {
  public ProviderAnswer {
    logins = List.copyOf(logins);
  }
}
