package dev.jubelet.model.objects;

import org.jspecify.annotations.Nullable;

public record LocalVolumeSource(String path, @Nullable String fsType) {}
