package dev.jubelet.model.volume.projection;

import org.jspecify.annotations.Nullable;

public record KeyToPath(String key, String path, @Nullable Integer mode) {}
