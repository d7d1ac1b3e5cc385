package dev.jubelet.model.volume.projection;

import dev.jubelet.model.container.env.ObjectFieldSelector;
import dev.jubelet.model.container.env.ResourceFieldSelector;
import org.jspecify.annotations.Nullable;

public record DownwardApiVolumeFile(
    String path,
    @Nullable ObjectFieldSelector fieldRef,
    @Nullable ResourceFieldSelector resourceFieldRef,
    @Nullable Integer mode) {}
