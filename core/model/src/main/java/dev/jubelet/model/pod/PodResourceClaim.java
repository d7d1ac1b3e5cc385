package dev.jubelet.model.pod;

import org.jspecify.annotations.Nullable;

public record PodResourceClaim(
    String name, @Nullable String resourceClaimName, @Nullable String resourceClaimTemplateName) {}
