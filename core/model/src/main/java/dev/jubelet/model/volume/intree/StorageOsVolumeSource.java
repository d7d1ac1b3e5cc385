package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.LocalObjectReference;
import org.jspecify.annotations.Nullable;

public record StorageOsVolumeSource(
    String volumeName,
    String volumeNamespace,
    String fsType,
    boolean readOnly,
    @Nullable LocalObjectReference secretRef) {}
