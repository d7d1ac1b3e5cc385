package dev.jubelet.model.volume.intree;

import org.jspecify.annotations.Nullable;

public record AzureDiskVolumeSource(
    String diskName,
    String diskURI,
    @Nullable AzureDataDiskCachingMode cachingMode,
    @Nullable String fsType,
    @Nullable Boolean readOnly,
    @Nullable AzureDataDiskKind kind) {}
