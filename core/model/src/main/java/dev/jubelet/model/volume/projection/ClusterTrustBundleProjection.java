package dev.jubelet.model.volume.projection;

import dev.jubelet.model.meta.LabelSelector;
import org.jspecify.annotations.Nullable;

public record ClusterTrustBundleProjection(
    @Nullable String name,
    @Nullable String signerName,
    @Nullable LabelSelector labelSelector,
    @Nullable Boolean optional,
    String path) {}
