package dev.jubelet.decide.volume;

import dev.jubelet.model.objects.Blob;
import org.jspecify.annotations.Nullable;

/**
 * A file that we write for containers to read.
 *
 * @param owner the user whose it is, or null for root
 */
public record VolumeFile(Blob content, int mode, @Nullable Long owner) {
  public VolumeFile(Blob content, int mode) {
    this(content, mode, null);
  }
}
