package dev.jubelet.model.volume;

import org.jspecify.annotations.Nullable;

public record TypedLocalObjectReference(@Nullable String apiGroup, String kind, String name) {}
