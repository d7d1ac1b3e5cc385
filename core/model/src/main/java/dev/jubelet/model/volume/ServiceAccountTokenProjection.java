package dev.jubelet.model.volume;

import org.jspecify.annotations.Nullable;

public record ServiceAccountTokenProjection(
    String audience, @Nullable Long expirationSeconds, String path) {}
