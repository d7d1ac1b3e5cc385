package dev.jubelet.model.status;

import dev.jubelet.model.container.RecursiveReadOnlyMode;
import org.jspecify.annotations.Nullable;

public record VolumeMountStatus(
    String name,
    String mountPath,
    boolean readOnly,
    @Nullable RecursiveReadOnlyMode recursiveReadOnly,
    @Nullable VolumeStatus volumeStatus) {}
