package dev.jubelet.model.volume;

import org.jspecify.annotations.Nullable;

public record TypedObjectReference(
    @Nullable String apiGroup, String kind, String name, @Nullable String namespace) {}
