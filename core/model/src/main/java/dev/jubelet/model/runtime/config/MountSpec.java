package dev.jubelet.model.runtime.config;

import dev.jubelet.model.container.MountPropagationMode;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * @param image in place of a host path: an image whose files the runtime mounts; empty otherwise
 * @param imageSubPath the part of the image that is mounted; empty for all of it
 */
@RecordBuilder
public record MountSpec(
    String containerPath,
    String hostPath,
    boolean readOnly,
    boolean recursiveReadOnly,
    boolean selinuxRelabel,
    MountPropagationMode propagation,
    List<NamespaceOptions.IdMapping> idMappings,
    String image,
    String imageSubPath) {
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
        List.of(),
        "",
        "");
  }

  /** The same with an image in place of a path of the host. */
  public MountSpec ofImage(String reference, String subPath) {
    return MountSpecBuilder.builder(this)
        .hostPath("")
        .image(reference)
        .imageSubPath(subPath)
        .build();
  }

  /** The same files, whose owners look like those of the pod's own users. */
  public MountSpec mapped(List<NamespaceOptions.IdMapping> mappings) {
    return MountSpecBuilder.builder(this).idMappings(mappings).build();
  }
}
