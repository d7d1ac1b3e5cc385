package dev.jubelet.codec.rules;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.container.RecursiveReadOnlyMode;
import dev.jubelet.model.container.VolumeMount;
import java.util.HashSet;
import java.util.Set;

/** What a container mounts, and where. */
final class MountRules {
  private MountRules() {}

  static void check(Container container, Set<String> volumes, FieldCheck path) {
    Set<String> targets = new HashSet<>();
    path.child("volumeMounts")
        .each(
            container.volumeMounts(),
            (mount, at) -> {
              volume(mount.name(), volumes, at.child("name"));
              target(mount.mountPath(), targets, at.child("mountPath"));
              if (mount.mountPath().contains(":")) {
                at.child("mountPath").invalid(mount.mountPath(), "must not contain ':'");
              }
              subPath(mount, at);
              propagation(mount, container, at);
            });
    path.child("volumeDevices")
        .each(
            container.volumeDevices(),
            (device, at) -> {
              volume(device.name(), volumes, at.child("name"));
              target(device.devicePath(), targets, at.child("devicePath"));
            });
  }

  /** The name of a volume that the pod must have. */
  static void volume(String name, Set<String> volumes, FieldCheck at) {
    if (name.isEmpty()) {
      at.required();
    } else if (!volumes.contains(name)) {
      at.notFound(name);
    }
  }

  private static void target(String target, Set<String> targets, FieldCheck at) {
    if (target.isEmpty()) {
      at.required();
    } else if (!target.startsWith("/")) {
      at.invalid(target, "must be an absolute path");
    } else if (!targets.add(target)) {
      at.invalid(target, "must be unique");
    } else {
      at.grammar(target, Grammar::noBacksteps);
    }
  }

  private static void subPath(VolumeMount mount, FieldCheck at) {
    at.child("subPath").grammar(mount.subPath(), Grammar::descendingPath);
    at.child("subPathExpr").grammar(mount.subPathExpr(), Grammar::descendingPath);
    if (!mount.subPath().isEmpty() && !mount.subPathExpr().isEmpty()) {
      at.child("subPathExpr").invalid(mount.subPathExpr(), "not together with subPath");
    }
  }

  private static void propagation(VolumeMount mount, Container container, FieldCheck at) {
    boolean privileged =
        container.securityContext() != null
            && Boolean.TRUE.equals(container.securityContext().privileged());
    if (mount.mountPropagation() == MountPropagationMode.BIDIRECTIONAL && !privileged) {
      at.child("mountPropagation").forbidden("Bidirectional is for privileged containers");
    }
    RecursiveReadOnlyMode recursive = mount.recursiveReadOnly();
    if (recursive == null || recursive == RecursiveReadOnlyMode.DISABLED) {
      return;
    }
    FieldCheck field = at.child("recursiveReadOnly");
    field.forbidIf(!mount.readOnly(), "only together with readOnly: true");
    field.forbidIf(
        mount.mountPropagation() != null && mount.mountPropagation() != MountPropagationMode.NONE,
        "only together with mountPropagation None");
  }
}
