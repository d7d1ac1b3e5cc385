package dev.jubelet.images;

import dev.jubelet.ports.FailureKind;

/** How a pull went. */
public sealed interface PullResult {
  record Pulled(StoredImage image) implements PullResult {}

  record Failed(FailureKind kind, String message) implements PullResult {}
}
