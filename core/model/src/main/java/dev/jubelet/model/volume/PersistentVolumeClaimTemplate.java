package dev.jubelet.model.volume;

import dev.jubelet.model.meta.ObjectMeta;

public record PersistentVolumeClaimTemplate(ObjectMeta metadata, PersistentVolumeClaimSpec spec) {}
