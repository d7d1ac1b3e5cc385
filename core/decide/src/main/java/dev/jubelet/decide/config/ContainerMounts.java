package dev.jubelet.decide.config;

import dev.jubelet.decide.config.dns.HostsFile;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.container.VolumeMount;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.volume.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is bound into a container: its volumes in their order, the pod's {@code /etc/hosts} unless a
 * volume takes its place, and the file for the termination message.
 */
final class ContainerMounts {
  private ContainerMounts() {}

  static ResolvedValue<List<MountSpec>> of(Pod pod, Container container, ContainerContext context) {
    List<MountSpec> mounts = new ArrayList<>();
    for (int i = 0; i < container.volumeMounts().size(); i++) {
      VolumeMount wanted = container.volumeMounts().get(i);
      String part = context.paths().parts().get(i);
      switch (volume(pod, container, wanted, part, context)) {
        case ResolvedValue.Value(MountSpec mount) -> mounts.add(mount);
        case ResolvedValue.Refused(String why) -> {
          return ResolvedValue.refused(why);
        }
      }
    }
    boolean relabel = context.machine().selinux();
    String hosts = context.paths().etcHosts();
    if (hosts != null && HostsFile.wanted(pod, container, context.environment().podIps())) {
      mounts.add(file(HostsFile.PATH, hosts, relabel));
    }
    String message = context.paths().terminationLog();
    if (message != null && !container.terminationMessagePath().isEmpty()) {
      mounts.add(file(absolute(container.terminationMessagePath()), message, relabel));
    }
    return ResolvedValue.value(mounts);
  }

  private static ResolvedValue<MountSpec> volume(
      Pod pod,
      Container container,
      VolumeMount wanted,
      @Nullable String part,
      ContainerContext context) {
    String whole = context.paths().volumes().get(wanted.name());
    if (whole == null) {
      return noVolume(wanted.name(), "mount", container);
    }
    String hostPath = part == null ? whole : part;
    Optional<Volume> volume =
        pod.spec().volumes().stream().filter(v -> v.name().equals(wanted.name())).findFirst();
    MountPropagationMode propagation = wanted.mountPropagation();
    return RecursiveReadOnly.of(wanted, context.machine().handlerOf(pod).recursiveReadOnlyMounts())
        .map(recursive ->
            new MountSpec(
                absolute(wanted.mountPath()),
                hostPath,
                wanted.readOnly() || volume.filter(VolumeTraits::readOnly).isPresent(),
                recursive,
                context.machine().selinux() && volume.filter(VolumeTraits::relabelled).isPresent(),
                propagation == null ? MountPropagationMode.NONE : propagation))
        .map(mount ->
            volume.filter(v -> v.image() != null).isPresent()
                ? mount.ofImage(whole, part == null ? "" : part)
                : mount);
  }

  private static MountSpec file(String containerPath, String hostPath, boolean relabel) {
    return new MountSpec(containerPath, hostPath, false, false, relabel, MountPropagationMode.NONE);
  }

  private static String absolute(String path) {
    return path.startsWith("/") ? path : "/" + path;
  }

  static <T> ResolvedValue<T> noVolume(String volume, String verb, Container container) {
    return ResolvedValue.refused(
        "cannot find volume \""
            + volume
            + "\" to "
            + verb
            + " into container \""
            + container.name()
            + "\"");
  }
}
