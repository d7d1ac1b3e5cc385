package dev.jubelet.model.image;

import dev.jubelet.model.meta.Ordered;
import java.time.Instant;
import java.util.Map;

/**
 * What a node remembers of an image that it pulled.
 *
 * @param imageRef the image's id in the runtime
 * @param credentialMapping who may use it under which name; names have neither tag nor digest
 */
public record PulledImage(
    Instant lastUpdatedTime, String imageRef, Map<String, PullAccess> credentialMapping) {
  public PulledImage {
    credentialMapping = Ordered.copyOf(credentialMapping);
  }
}
