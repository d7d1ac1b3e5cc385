package dev.jubelet.model.volume.projection;

import org.jspecify.annotations.Nullable;

public record ServiceAccountTokenProjection(
    String audience, @Nullable Long expirationSeconds, String path) {}
