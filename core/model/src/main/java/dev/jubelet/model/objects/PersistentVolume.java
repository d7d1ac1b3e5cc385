package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;

public record PersistentVolume(ObjectMeta metadata, PersistentVolumeSpec spec)
    implements NodeObject {}
