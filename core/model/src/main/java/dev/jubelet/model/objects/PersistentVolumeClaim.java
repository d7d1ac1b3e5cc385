package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.volume.PersistentVolumeClaimSpec;
import org.jspecify.annotations.Nullable;

/**
 * @param status what a cluster says of it; manifests say nothing
 */
public record PersistentVolumeClaim(
    ObjectMeta metadata, PersistentVolumeClaimSpec spec, @Nullable ClaimStatus status)
    implements NodeObject {
  public record ClaimStatus(String phase) {}

  public PersistentVolumeClaim(ObjectMeta metadata, PersistentVolumeClaimSpec spec) {
    this(metadata, spec, null);
  }
}
