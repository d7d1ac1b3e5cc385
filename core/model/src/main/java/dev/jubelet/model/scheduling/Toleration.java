package dev.jubelet.model.scheduling;

import org.jspecify.annotations.Nullable;

public record Toleration(
    String key,
    TolerationOperator operator,
    String value,
    @Nullable TaintEffect effect,
    @Nullable Long tolerationSeconds) {}
