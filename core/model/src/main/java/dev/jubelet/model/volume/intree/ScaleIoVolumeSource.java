package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.LocalObjectReference;
import org.jspecify.annotations.Nullable;

public record ScaleIoVolumeSource(
    String gateway,
    String system,
    @Nullable LocalObjectReference secretRef,
    boolean sslEnabled,
    String protectionDomain,
    String storagePool,
    String storageMode,
    String volumeName,
    String fsType,
    boolean readOnly) {}
