package dev.jubelet.model.container.env;

import org.jspecify.annotations.Nullable;

public record SecretKeySelector(String name, String key, @Nullable Boolean optional) {}
