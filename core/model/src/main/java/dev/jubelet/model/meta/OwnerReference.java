package dev.jubelet.model.meta;

import org.jspecify.annotations.Nullable;

public record OwnerReference(
    String apiVersion,
    String kind,
    String name,
    String uid,
    @Nullable Boolean controller,
    @Nullable Boolean blockOwnerDeletion) {}
