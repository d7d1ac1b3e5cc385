package dev.jubelet.model.status;

import org.jspecify.annotations.Nullable;

public record ResourceHealth(
    String resourceID, @Nullable ResourceHealthStatus health, @Nullable String message) {}
