package dev.jubelet.model.status;

import org.jspecify.annotations.Nullable;

public record ContainerState(
    @Nullable ContainerStateWaiting waiting,
    @Nullable ContainerStateRunning running,
    @Nullable ContainerStateTerminated terminated) {}
