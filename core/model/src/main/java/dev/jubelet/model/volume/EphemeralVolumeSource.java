package dev.jubelet.model.volume;

import org.jspecify.annotations.Nullable;

public record EphemeralVolumeSource(@Nullable PersistentVolumeClaimTemplate volumeClaimTemplate) {}
