package dev.jubelet.model.container.env;

import org.jspecify.annotations.Nullable;

public record ConfigMapEnvSource(String name, @Nullable Boolean optional) {}
