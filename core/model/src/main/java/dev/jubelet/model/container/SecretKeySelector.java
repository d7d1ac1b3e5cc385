package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record SecretKeySelector(String name, String key, @Nullable Boolean optional) {}
