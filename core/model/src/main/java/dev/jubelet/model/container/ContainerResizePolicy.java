package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record ContainerResizePolicy(
    String resourceName, @Nullable ResourceResizeRestartPolicy restartPolicy) {}
