package dev.jubelet.images;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.stream.Stream;

/** How many images a node can have: each is small, but they are all in memory. */
final class ImageQuota {
  private static final int LAYERS_MAX = 20_000;

  private ImageQuota() {}

  /** Refuses more images than a node has memory for. */
  static void check(Stream<StoredImage> all) {
    if (all.mapToLong(image -> 1L + image.manifest().layers().size()).sum() > LAYERS_MAX) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED,
          "there are images with more than " + LAYERS_MAX + " layers here: remove some");
    }
  }
}
