package dev.jubelet.images.registry;

import dev.jubelet.images.content.Ingest;
import java.util.function.BooleanSupplier;

/** Where blobs come from. */
public interface BlobSource {
  /** Told how much of a blob is there, after every piece. */
  interface Progress {
    void at(long bytes);
  }

  /**
   * Gets a blob whole and commits it. What came before a failure stays in the ingest.
   *
   * @param cancelled looked at between pieces
   */
  void fetch(Ingest ingest, Progress progress, BooleanSupplier cancelled);
}
