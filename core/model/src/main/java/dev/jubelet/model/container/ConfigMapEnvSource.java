package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record ConfigMapEnvSource(String name, @Nullable Boolean optional) {}
