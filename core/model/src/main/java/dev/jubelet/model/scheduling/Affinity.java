package dev.jubelet.model.scheduling;

import org.jspecify.annotations.Nullable;

public record Affinity(
    @Nullable NodeAffinity nodeAffinity,
    @Nullable PodAffinity podAffinity,
    @Nullable PodAntiAffinity podAntiAffinity) {}
