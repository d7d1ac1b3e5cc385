package dev.jubelet.model.container.env;

import org.jspecify.annotations.Nullable;

public record SecretEnvSource(String name, @Nullable Boolean optional) {}
