package dev.jubelet.model.runtime;

import dev.jubelet.model.container.MountPropagationMode;

public record MountSpec(
    String containerPath,
    String hostPath,
    boolean readOnly,
    boolean recursiveReadOnly,
    boolean selinuxRelabel,
    MountPropagationMode propagation) {}
