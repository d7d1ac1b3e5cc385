package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record FileKeySelector(
    String volumeName, String path, String key, @Nullable Boolean optional) {}
