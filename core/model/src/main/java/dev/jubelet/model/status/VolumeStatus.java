package dev.jubelet.model.status;

import org.jspecify.annotations.Nullable;

public record VolumeStatus(@Nullable ImageVolumeStatus image) {}
