package dev.jubelet.images;

import dev.jubelet.ports.FailureKind;
import java.util.List;

/** How an import went: all images of the archive are here, or none. */
public sealed interface ImportResult {
  record Imported(List<StoredImage> images) implements ImportResult {
    public Imported {
      images = List.copyOf(images);
    }
  }

  record Failed(FailureKind kind, String message) implements ImportResult {}
}
