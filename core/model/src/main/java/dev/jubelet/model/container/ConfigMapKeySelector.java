package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record ConfigMapKeySelector(String name, String key, @Nullable Boolean optional) {}
