package dev.jubelet.model.image;

import java.time.Duration;
import java.util.List;

/**
 * A plugin that knows credentials, as the node's configuration names it.
 *
 * @param matchImages the images it may be asked about
 * @param defaultCacheDuration for answers that do not say how long they hold
 */
public record CredentialProvider(
    String name, List<String> matchImages, Duration defaultCacheDuration) {
  public CredentialProvider {
    matchImages = List.copyOf(matchImages);
  }
}
