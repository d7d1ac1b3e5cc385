package dev.jubelet.model.volume;

import dev.jubelet.model.container.ObjectFieldSelector;
import dev.jubelet.model.container.ResourceFieldSelector;
import org.jspecify.annotations.Nullable;

public record DownwardApiVolumeFile(
    String path,
    @Nullable ObjectFieldSelector fieldRef,
    @Nullable ResourceFieldSelector resourceFieldRef,
    @Nullable Integer mode) {}
