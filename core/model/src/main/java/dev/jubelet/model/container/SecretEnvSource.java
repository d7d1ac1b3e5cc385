package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record SecretEnvSource(String name, @Nullable Boolean optional) {}
