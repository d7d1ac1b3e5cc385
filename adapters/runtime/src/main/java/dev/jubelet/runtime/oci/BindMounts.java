package dev.jubelet.runtime.oci;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Mounts that CRI asks for. */
final class BindMounts {
  private BindMounts() {}

  static SpecMount of(MountSpec spec) {
    String place = Path.of("/").resolve(spec.containerPath()).normalize().toString();
    if (place.equals("/")) {
      throw bad(spec, "the root cannot be mounted over");
    }
    if (spec.hostPath().isEmpty()) {
      throw bad(spec, "no host path is given");
    }
    List<String> options = new ArrayList<>();
    options.add("rbind");
    options.add(propagation(spec.propagation()));
    options.add(access(spec));
    return new SpecMount(place, "bind", spec.hostPath(), options, spec.idMappings());
  }

  private static String propagation(MountPropagationMode mode) {
    return switch (mode) {
      case NONE -> "rprivate";
      case HOST_TO_CONTAINER -> "rslave";
      case BIDIRECTIONAL -> "rshared";
    };
  }

  /** CRI: recursively read-only means read-only, and mounts that come later would be neither. */
  private static String access(MountSpec spec) {
    if (!spec.recursiveReadOnly()) {
      return spec.readOnly() ? "ro" : "rw";
    }
    if (!spec.readOnly()) {
      throw bad(spec, "recursively read-only mounts must be read-only");
    }
    if (spec.propagation() != MountPropagationMode.NONE) {
      throw bad(spec, "recursively read-only mounts must not propagate");
    }
    return "rro";
  }

  /** What the container's own root must do so that its mounts can: empty for the usual. */
  static String rootPropagation(List<MountSpec> mounts) {
    String answer = "";
    for (MountSpec mount : mounts) {
      switch (mount.propagation()) {
        case NONE -> {}
        case HOST_TO_CONTAINER -> answer = answer.isEmpty() ? "rslave" : answer;
        case BIDIRECTIONAL -> answer = "rshared";
      }
    }
    return answer;
  }

  private static OutsideFailure bad(MountSpec spec, String why) {
    return new OutsideFailure(
        FailureKind.BAD_SPEC, "mount at \"" + spec.containerPath() + "\": " + why);
  }
}
