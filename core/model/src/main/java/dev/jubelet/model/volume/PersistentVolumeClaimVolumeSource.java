package dev.jubelet.model.volume;

public record PersistentVolumeClaimVolumeSource(String claimName, boolean readOnly) {}
