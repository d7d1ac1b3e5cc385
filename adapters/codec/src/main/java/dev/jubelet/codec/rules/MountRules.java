package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.container.RecursiveReadOnlyMode;
import dev.jubelet.model.container.VolumeDevice;
import dev.jubelet.model.container.VolumeMount;
import java.util.HashSet;
import java.util.Set;

/** What a container mounts, and where. */
final class MountRules {
  private MountRules() {}

  static void check(Container container, Set<String> volumes, FieldPath path, Findings findings) {
    Set<String> targets = new HashSet<>();
    for (int i = 0; i < container.volumeMounts().size(); i++) {
      VolumeMount mount = container.volumeMounts().get(i);
      FieldPath at = path.child("volumeMounts").index(i);
      volume(mount.name(), volumes, at.child("name"), findings);
      target(mount.mountPath(), targets, at.child("mountPath"), findings);
      if (mount.mountPath().contains(":")) {
        findings.invalid(at.child("mountPath"), mount.mountPath(), "must not contain ':'");
      }
      subPath(mount, at, findings);
      propagation(mount, container, at, findings);
    }
    for (int i = 0; i < container.volumeDevices().size(); i++) {
      VolumeDevice device = container.volumeDevices().get(i);
      FieldPath at = path.child("volumeDevices").index(i);
      volume(device.name(), volumes, at.child("name"), findings);
      target(device.devicePath(), targets, at.child("devicePath"), findings);
    }
  }

  private static void volume(String name, Set<String> volumes, FieldPath path, Findings findings) {
    if (name.isEmpty()) {
      findings.required(path);
    } else if (!volumes.contains(name)) {
      findings.notFound(path, name);
    }
  }

  private static void target(
      String target, Set<String> targets, FieldPath path, Findings findings) {
    if (target.isEmpty()) {
      findings.required(path);
    } else if (!target.startsWith("/")) {
      findings.invalid(path, target, "must be an absolute path");
    } else if (!targets.add(target)) {
      findings.invalid(path, target, "must be unique");
    } else {
      findings.grammar(path, target, Grammar.noBacksteps(target));
    }
  }

  private static void subPath(VolumeMount mount, FieldPath path, Findings findings) {
    findings.grammar(
        path.child("subPath"), mount.subPath(), Grammar.descendingPath(mount.subPath()));
    findings.grammar(
        path.child("subPathExpr"),
        mount.subPathExpr(),
        Grammar.descendingPath(mount.subPathExpr()));
    if (!mount.subPath().isEmpty() && !mount.subPathExpr().isEmpty()) {
      findings.invalid(path.child("subPathExpr"), mount.subPathExpr(), "not together with subPath");
    }
  }

  private static void propagation(
      VolumeMount mount, Container container, FieldPath path, Findings findings) {
    boolean privileged =
        container.securityContext() != null
            && Boolean.TRUE.equals(container.securityContext().privileged());
    if (mount.mountPropagation() == MountPropagationMode.BIDIRECTIONAL && !privileged) {
      findings.forbidden(
          path.child("mountPropagation"), "Bidirectional is for privileged containers");
    }
    RecursiveReadOnlyMode recursive = mount.recursiveReadOnly();
    if (recursive == null || recursive == RecursiveReadOnlyMode.DISABLED) {
      return;
    }
    if (!mount.readOnly()) {
      findings.forbidden(path.child("recursiveReadOnly"), "only together with readOnly: true");
    }
    if (mount.mountPropagation() != null && mount.mountPropagation() != MountPropagationMode.NONE) {
      findings.forbidden(
          path.child("recursiveReadOnly"), "only together with mountPropagation None");
    }
  }
}
