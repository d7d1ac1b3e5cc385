package dev.jubelet.model.runtime.config;

import dev.jubelet.model.meta.Ordered;
import java.util.Map;

/** An image as asked for ({@code userSpecified}) and as it is to be used ({@code image}). */
public record ImageSpec(
    String image, String userSpecified, String runtimeHandler, Map<String, String> annotations) {
  public ImageSpec {
    annotations = Ordered.copyOf(annotations);
  }

  public static ImageSpec of(String image) {
    return new ImageSpec(image, image, "", Map.of());
  }
}
