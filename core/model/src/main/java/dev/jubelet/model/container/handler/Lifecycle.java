package dev.jubelet.model.container.handler;

import org.jspecify.annotations.Nullable;

public record Lifecycle(
    @Nullable LifecycleHandler postStart,
    @Nullable LifecycleHandler preStop,
    @Nullable String stopSignal) {}
