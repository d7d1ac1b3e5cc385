package dev.jubelet.cri.server;

import dev.jubelet.cri.wire.ContainerConfig;
import dev.jubelet.cri.wire.Mount;
import dev.jubelet.cri.wire.MountPropagation;
import dev.jubelet.cri.wire.PodSandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;

/** What a question must have for it to make sense; the refusal names the field. */
final class Required {
  private Required() {}

  static String text(String field, String value) {
    demand(!value.isEmpty(), field, "is empty");
    return value;
  }

  static PodSandboxConfig sandbox(boolean given, String field, PodSandboxConfig config) {
    demand(given, field, "is missing");
    demand(config.hasMetadata(), field + ".metadata", "is missing");
    text(field + ".metadata.name", config.getMetadata().getName());
    return config;
  }

  static ContainerConfig container(boolean given, ContainerConfig config) {
    demand(given, "config", "is missing");
    demand(config.hasMetadata(), "config.metadata", "is missing");
    text("config.metadata.name", config.getMetadata().getName());
    text("config.image.image", config.getImage().getImage());
    for (Mount mount : config.getMountsList()) {
      text("config.mounts.container_path", mount.getContainerPath());
      demand(
          !mount.getRecursiveReadOnly()
              || (mount.getReadonly()
                  && mount.getPropagation() == MountPropagation.PROPAGATION_PRIVATE),
          "config.mounts.recursive_read_only",
          "needs readonly and a private propagation at " + mount.getContainerPath());
    }
    return config;
  }

  static void demand(boolean met, String field, String complaint) {
    if (!met) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, field + " " + complaint);
    }
  }
}
