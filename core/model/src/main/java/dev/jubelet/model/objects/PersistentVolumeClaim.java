package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.volume.PersistentVolumeClaimSpec;

public record PersistentVolumeClaim(ObjectMeta metadata, PersistentVolumeClaimSpec spec)
    implements NodeObject {}
