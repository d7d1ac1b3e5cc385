package dev.jubelet.model.volume;

import dev.jubelet.model.meta.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record PersistentVolumeClaimSpec(
    List<PersistentVolumeAccessMode> accessModes,
    @Nullable LabelSelector selector,
    VolumeResourceRequirements resources,
    String volumeName,
    @Nullable String storageClassName,
    @Nullable PersistentVolumeMode volumeMode,
    @Nullable TypedLocalObjectReference dataSource,
    @Nullable TypedObjectReference dataSourceRef,
    @Nullable String volumeAttributesClassName) {

  public PersistentVolumeClaimSpec {
    accessModes = List.copyOf(accessModes);
  }
}
