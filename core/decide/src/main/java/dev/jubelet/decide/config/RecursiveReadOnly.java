package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.container.RecursiveReadOnlyMode;
import dev.jubelet.model.container.VolumeMount;

/** Whether a read-only mount is so for the mounts below it too. */
public final class RecursiveReadOnly {
  private RecursiveReadOnly() {}

  /**
   * @param supported whether the runtime can do it for the pod
   */
  public static ResolvedValue<Boolean> of(VolumeMount mount, boolean supported) {
    RecursiveReadOnlyMode mode = mount.recursiveReadOnly();
    if (mode == null || mode == RecursiveReadOnlyMode.DISABLED) {
      return ResolvedValue.value(false);
    }
    if (!mount.readOnly()) {
      return refused(mount, "it is not read-only");
    }
    MountPropagationMode propagation = mount.mountPropagation();
    if (propagation != null && propagation != MountPropagationMode.NONE) {
      return refused(mount, "it is not compatible with propagation \"" + propagation.wire() + "\"");
    }
    return switch (mode) {
      case DISABLED -> ResolvedValue.value(false);
      case IF_POSSIBLE -> ResolvedValue.value(supported);
      case ENABLED ->
          supported
              ? ResolvedValue.value(true)
              : refused(mount, "it is not supported by the runtime");
    };
  }

  private static ResolvedValue<Boolean> refused(VolumeMount mount, String why) {
    return ResolvedValue.refused(
        "failed to resolve recursive read-only mode: volume \""
            + mount.name()
            + "\" requested recursive read-only mode, but "
            + why);
  }
}
