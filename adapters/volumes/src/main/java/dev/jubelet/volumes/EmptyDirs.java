package dev.jubelet.volumes;

import dev.jubelet.linux.Errno;
import dev.jubelet.linux.LinuxException;
import dev.jubelet.linux.MountTable;
import dev.jubelet.linux.Mounts;
import dev.jubelet.linux.OpenDirectory;
import dev.jubelet.linux.SafeTree;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.volume.EmptyDirVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code emptyDir}: a directory of the pod's own, on disk, in memory or in huge pages. */
final class EmptyDirs implements VolumeKind {
  private static final String PLUGIN = "kubernetes.io~empty-dir";
  private static final int MODE = 0777;
  private static final int STICKY = 01000;
  private static final int SETGID = 02000;

  private final PodPaths paths;

  EmptyDirs(PodPaths paths) {
    this.paths = paths;
  }

  /** Kubernetes: a volume that does not say what it is, is an emptyDir. */
  @Override
  public boolean handles(Volume volume) {
    return volume.emptyDir() != null || VolumeKinds.name(volume).isEmpty();
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    EmptyDirVolumeSource source = volume.emptyDir();
    String medium = source == null ? "" : source.medium();
    Quantity limit = source == null ? null : source.sizeLimit();
    Path directory =
        paths.volumes(pod.uid()).resolve(PLUGIN).resolve(PodPaths.checked(volume.name()));
    Long group = fsGroup(pod);
    try {
      makeDirectory(pod, volume.name(), directory, group);
      if (medium.equals("Memory")) {
        mountOnce("tmpfs", directory, tmpfsOptions(limit, group));
      } else if (HugePageRequests.isHugePages(medium)) {
        mountOnce("hugetlbfs", directory, hugePageOptions(pod, medium, group));
      } else if (!medium.isEmpty()) {
        throw new OutsideFailure(FailureKind.BAD_SPEC, "unknown storage medium \"" + medium + "\"");
      }
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot set up emptyDir");
    }
    return directory.toString();
  }

  /**
   * Made under another name and moved in place when mode and group are right, so that a volume that
   * is there is complete, whenever we died. Later changes of the mode are the pod's own.
   */
  private void makeDirectory(Pod pod, String name, Path directory, @Nullable Long group) {
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    String unfinished = "." + name + ".new";
    Path plugin = Path.of(pod.uid().value(), PodPaths.VOLUMES, PLUGIN);
    try (OpenDirectory parent =
        PodPaths.make(
            paths.pods(), List.of(pod.uid().value(), PodPaths.VOLUMES, PLUGIN), PodPaths.PRIVATE)) {
      SafeTree.remove(paths.pods(), plugin.resolve(PodPaths.checked(unfinished)));
      try (OpenDirectory made = parent.makeChild(unfinished, MODE)) {
        if (group != null) {
          made.chgrp(group);
          made.chmod(MODE | SETGID);
        }
      }
      parent.rename(unfinished, name);
    }
  }

  private static void mountOnce(String type, Path directory, List<String> options) {
    MountTable.Mount present = MountTable.read().at(directory).orElse(null);
    if (present != null) {
      if (!present.type().equals(type)) {
        throw new OutsideFailure(
            FailureKind.INTERNAL, directory + " has a mount of another type: " + present.type());
      }
      return;
    }
    try {
      Mounts.fileSystem(type, directory, options);
    } catch (LinuxException refused) {
      // Kernels before 6.4 do not know noswap.
      if (refused.errno() != Errno.EINVAL || !options.contains("noswap")) {
        throw refused;
      }
      Mounts.fileSystem(
          type, directory, options.stream().filter(o -> !o.equals("noswap")).toList());
    }
  }

  private static List<String> tmpfsOptions(@Nullable Quantity limit, @Nullable Long group) {
    List<String> options = new ArrayList<>();
    // Memory that a pod pays for must not come back as swap.
    options.add("noswap");
    if (limit != null && limit.signum() > 0) {
      options.add("size=" + limit.value());
    }
    if (group != null) {
      options.add("gid=" + group);
      options.add("mode=" + Integer.toOctalString(STICKY | SETGID | MODE));
    }
    return options;
  }

  private static List<String> hugePageOptions(Pod pod, String medium, @Nullable Long group) {
    List<String> options = new ArrayList<>();
    options.add("pagesize=" + HugePageRequests.pageSize(pod, medium).bytes());
    options.add("mode=" + Integer.toOctalString(MODE | (group == null ? 0 : SETGID)));
    if (group != null) {
      options.add("gid=" + group);
    }
    return options;
  }

  static @Nullable Long fsGroup(Pod pod) {
    PodSecurityContext security = pod.spec().securityContext();
    return security == null ? null : security.fsGroup();
  }
}
