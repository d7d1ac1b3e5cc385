package dev.jubelet.model.status;

import org.jspecify.annotations.Nullable;

public record PodResourceClaimStatus(String name, @Nullable String resourceClaimName) {}
