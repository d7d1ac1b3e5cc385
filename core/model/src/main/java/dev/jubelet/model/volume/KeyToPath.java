package dev.jubelet.model.volume;

import org.jspecify.annotations.Nullable;

public record KeyToPath(String key, String path, @Nullable Integer mode) {}
