package dev.jubelet.model.container.env;

import org.jspecify.annotations.Nullable;

public record EnvVar(String name, String value, @Nullable EnvVarSource valueFrom) {}
