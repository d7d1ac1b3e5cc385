package dev.jubelet.volumes;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.volumes.pod.PodPaths;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Directories below a pod's own that hold its volumes, and the file systems mounted on them. */
final class VolumeDirectories {
  static final int OPEN_TO_ALL = 0777;
  static final int SETGID = 02000;
  private static final int STICKY = 01000;

  private final PodPaths paths;

  VolumeDirectories(PodPaths paths) {
    this.paths = paths;
  }

  /**
   * @param plugin the name that the kubelet gives to the kind, such as {@code
   *     kubernetes.io~empty-dir}
   */
  Path path(Pod pod, String plugin, String name) {
    return paths.volumes(pod.uid()).resolve(plugin).resolve(PodPaths.checked(name));
  }

  /**
   * Made under another name and moved in place when mode and group are right, so that a volume that
   * is there is complete, whenever we died. Later changes of the mode are the pod's own.
   */
  Path make(Pod pod, String plugin, String name, @Nullable Long group) {
    Path directory = path(pod, plugin, name);
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return directory;
    }
    String unfinished = PodPaths.checked("." + name + ".new");
    try (OpenDirectory parent =
        PodPaths.make(
            paths.pods(), List.of(pod.uid().value(), PodPaths.VOLUMES, plugin), PodPaths.PRIVATE)) {
      SafeTree.remove(parent, unfinished);
      try (OpenDirectory made = parent.makeChild(unfinished, OPEN_TO_ALL)) {
        if (group != null) {
          made.chgrp(group);
          made.chmod(OPEN_TO_ALL | SETGID);
        }
      }
      parent.rename(unfinished, name);
    }
    return directory;
  }

  /** Options that others may be added to. */
  static List<String> tmpfsOptions(@Nullable Long group) {
    // Memory that a pod pays for must not come back as swap.
    List<String> options = new ArrayList<>(List.of("noswap"));
    if (group != null) {
      options.add("gid=" + group);
      options.add("mode=" + Integer.toOctalString(STICKY | SETGID | OPEN_TO_ALL));
    }
    return options;
  }

  /** Mounts a file system unless it is there from an earlier call or life. */
  static void mountOnce(String type, Path directory, List<String> options) {
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

  static @Nullable Long fsGroup(Pod pod) {
    return pod.spec().security().fsGroup();
  }
}
