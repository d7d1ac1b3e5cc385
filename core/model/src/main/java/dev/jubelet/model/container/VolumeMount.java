package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record VolumeMount(
    String name,
    boolean readOnly,
    @Nullable RecursiveReadOnlyMode recursiveReadOnly,
    String mountPath,
    String subPath,
    @Nullable MountPropagationMode mountPropagation,
    String subPathExpr) {}
