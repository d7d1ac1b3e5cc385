package dev.jubelet.app.settings.node;

import dev.jubelet.model.meta.Ordered;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where static pods come from, and how often each place is looked at without being told. */
public record StaticPodSettings(
    Optional<Path> path,
    Duration fileCheckFrequency,
    Optional<URI> url,
    Map<String, List<String>> urlHeaders,
    Duration httpCheckFrequency) {
  public StaticPodSettings {
    urlHeaders = Ordered.copyOf(urlHeaders);
  }

  /** Header values can be passwords. */
  @Override
  public String toString() {
    return "StaticPodSettings[path=%s, url=%s, headers=%s]"
        .formatted(path, url, urlHeaders.keySet());
  }
}
