package dev.jubelet.model.container.env;

import org.jspecify.annotations.Nullable;

public record FileKeySelector(
    String volumeName, String path, String key, @Nullable Boolean optional) {}
