package dev.jubelet.model.scheduling;

import org.jspecify.annotations.Nullable;

public record PodSchedulingGroup(@Nullable String podGroupName) {}
