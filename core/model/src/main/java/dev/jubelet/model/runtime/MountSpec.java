package dev.jubelet.model.runtime;

import dev.jubelet.model.container.MountPropagationMode;
import java.util.List;

public record MountSpec(
    String containerPath,
    String hostPath,
    boolean readOnly,
    boolean recursiveReadOnly,
    boolean selinuxRelabel,
    MountPropagationMode propagation,
    List<NamespaceOptions.IdMapping> idMappings) {
  public MountSpec {
    idMappings = List.copyOf(idMappings);
  }

  public MountSpec(
      String containerPath,
      String hostPath,
      boolean readOnly,
      boolean recursiveReadOnly,
      boolean selinuxRelabel,
      MountPropagationMode propagation) {
    this(
        containerPath,
        hostPath,
        readOnly,
        recursiveReadOnly,
        selinuxRelabel,
        propagation,
        List.of());
  }

  /** The same files, whose owners look like those of the pod's own users. */
  public MountSpec mapped(List<NamespaceOptions.IdMapping> mappings) {
    return new MountSpec(
        containerPath,
        hostPath,
        readOnly,
        recursiveReadOnly,
        selinuxRelabel,
        propagation,
        mappings);
  }
}
