package dev.jubelet.images.registry;

import dev.jubelet.images.content.Ingest;
import java.util.function.BooleanSupplier;

/** Where blobs come from. */
public interface BlobSource {
  /**
   * Gets a blob whole and commits it. What came before a failure stays in the ingest.
   *
   * @param cancelled looked at between pieces
   */
  void fetch(Ingest ingest, BooleanSupplier cancelled);
}
