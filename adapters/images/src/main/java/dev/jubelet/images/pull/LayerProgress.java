package dev.jubelet.images.pull;

import dev.jubelet.images.content.Digest;

/**
 * How far a layer of a pull is.
 *
 * @param bytes that are here, of {@code total}
 */
public record LayerProgress(String image, Digest layer, long bytes, long total, Stage stage) {
  public enum Stage {
    DOWNLOADING,
    /** Verified and part of the image's root. */
    READY
  }

  /** Told on the threads of the pull: it should be quick. */
  public interface Listener {
    Listener NOBODY = _ -> {};

    void progressed(LayerProgress progress);
  }
}
