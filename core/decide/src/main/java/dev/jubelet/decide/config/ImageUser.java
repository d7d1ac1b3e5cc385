package dev.jubelet.decide.config;

import dev.jubelet.model.runtime.ObservedImage;
import org.jspecify.annotations.Nullable;

/** Whom an image runs as: a number or a name, never both. An image that says neither means root. */
record ImageUser(@Nullable Long uid, String username) {
  static ImageUser of(ObservedImage image) {
    if (image.uid() != null) {
      return new ImageUser(image.uid(), "");
    }
    return image.username().isEmpty()
        ? new ImageUser(0L, "")
        : new ImageUser(null, image.username());
  }
}
