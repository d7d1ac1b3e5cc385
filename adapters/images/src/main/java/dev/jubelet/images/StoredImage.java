package dev.jubelet.images;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.ImageConfig;
import dev.jubelet.images.registry.Manifest;
import java.util.List;

/**
 * An image that is here whole.
 *
 * @param names such as {@code docker.io/library/busybox:1}
 * @param digests such as {@code docker.io/library/busybox@sha256:…}
 */
public record StoredImage(
    List<String> names,
    List<String> digests,
    Manifest manifest,
    ImageConfig config,
    boolean pinned) {
  public StoredImage {
    names = List.copyOf(names);
    digests = List.copyOf(digests);
  }

  /** One whose names stand elsewhere. */
  static StoredImage unnamed(Manifest manifest, ImageConfig config) {
    return new StoredImage(List.of(), List.of(), manifest, config, false);
  }

  /** CRI: the image's id is the digest of its configuration. */
  public Digest id() {
    return manifest.config().digest();
  }

  /** What it took to download. */
  public long bytes() {
    return manifest.self().size()
        + manifest.config().size()
        + manifest.layers().stream().mapToLong(layer -> layer.size()).sum();
  }
}
