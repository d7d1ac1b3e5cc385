package dev.jubelet.model.objects;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.scheduling.NodeSelector;
import dev.jubelet.model.volume.HostPathVolumeSource;
import dev.jubelet.model.volume.NfsVolumeSource;
import dev.jubelet.model.volume.PersistentVolumeAccessMode;
import dev.jubelet.model.volume.PersistentVolumeMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of persistent volumes that a node can serve by itself. */
public record PersistentVolumeSpec(
    Map<String, Quantity> capacity,
    List<PersistentVolumeAccessMode> accessModes,
    String persistentVolumeReclaimPolicy,
    String storageClassName,
    @Nullable PersistentVolumeMode volumeMode,
    List<String> mountOptions,
    @Nullable ClaimReference claimRef,
    @Nullable VolumeNodeAffinity nodeAffinity,
    @Nullable LocalVolumeSource local,
    @Nullable HostPathVolumeSource hostPath,
    @Nullable NfsVolumeSource nfs) {
  public PersistentVolumeSpec {
    capacity = Ordered.copyOf(capacity);
    accessModes = List.copyOf(accessModes);
    mountOptions = List.copyOf(mountOptions);
  }

  public record ClaimReference(String namespace, String name, String uid) {}

  public record VolumeNodeAffinity(@Nullable NodeSelector required) {}
}
