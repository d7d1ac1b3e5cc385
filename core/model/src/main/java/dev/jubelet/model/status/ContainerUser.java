package dev.jubelet.model.status;

import org.jspecify.annotations.Nullable;

public record ContainerUser(@Nullable LinuxContainerUser linux) {}
