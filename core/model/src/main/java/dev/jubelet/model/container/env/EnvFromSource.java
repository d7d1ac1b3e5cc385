package dev.jubelet.model.container.env;

import org.jspecify.annotations.Nullable;

public record EnvFromSource(
    String prefix,
    @Nullable ConfigMapEnvSource configMapRef,
    @Nullable SecretEnvSource secretRef) {}
