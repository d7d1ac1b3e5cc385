package dev.jubelet.volumes;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.mount.PathHandle;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.volumes.pod.PodPaths;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Parts of volumes ({@code subPath}), which containers may change while we look: the part is found
 * beneath its volume in one call of the kernel, held by descriptor, and bound by that descriptor to
 * a place that is the node's own. Links in a volume are followed as long as they stay in it, as
 * Kubernetes does; absolute ones are refused, since they mean another place inside than outside.
 */
final class VolumeParts {
  private static final int UNMOUNTS_MAX = 16;
  private static final int LOOKS_MAX = 40;
  private static final long PAUSE_NANOS = 200_000;

  private final PodPaths paths;

  VolumeParts(PodPaths paths) {
    this.paths = paths;
  }

  String part(
      PodUid uid, String volume, String container, int mount, Path volumePath, String subPath) {
    String inside = checked(subPath);
    List<String> names =
        List.of(uid.value(), PodPaths.VOLUME_SUBPATHS, volume, container, Integer.toString(mount));
    try (PathHandle root = PathHandle.of(volumePath);
        PathHandle part = found(root, inside);
        OpenDirectory parent =
            PodPaths.make(paths.pods(), names.subList(0, names.size() - 1), PodPaths.PRIVATE)) {
      Path target =
          paths.volumeSubpaths(uid).resolve(volume).resolve(container).resolve(names.getLast());
      if (!isThere(target, part)) {
        makeTarget(parent, names.getLast(), part.facts().directory());
        part.bindTo(target);
      }
      verify(root, part, target);
      return target.toString();
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot prepare subPath \"" + subPath + "\" of volume " + volume);
    }
  }

  /** That it leads nowhere but down. */
  static String checked(String subPath) {
    boolean leadsOut = Arrays.asList(subPath.split("/", -1)).contains("..");
    if (subPath.isEmpty() || subPath.startsWith("/") || leadsOut || subPath.indexOf('\0') >= 0) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "subPath \"" + subPath + "\" must be a relative path and must not contain '..'");
    }
    return subPath;
  }

  /**
   * A link that leads out may stand there for a moment only, between two renames of a container:
   * who looks once gets what chance decides. One that stays is refused.
   */
  private static PathHandle found(PathHandle root, String subPath) {
    for (int look = 1; ; look++) {
      try {
        // Kubernetes: what is missing is made, with the mode of the volume.
        return root.beneathOrMade(subPath, root.facts().permissions());
      } catch (LinuxException refused) {
        boolean leadsOut = refused.errno() == Errno.EXDEV;
        boolean changing = leadsOut || refused.errno() == Errno.ELOOP;
        if (changing && look < LOOKS_MAX) {
          LockSupport.parkNanos(PAUSE_NANOS);
        } else if (leadsOut) {
          throw new OutsideFailure(
              FailureKind.DENIED, "subPath \"" + subPath + "\" leads out of its volume", refused);
        } else {
          throw refused;
        }
      }
    }
  }

  /** A mount of an earlier call or life is kept when it still shows the same. */
  private static boolean isThere(Path target, PathHandle part) {
    for (int round = 0; round < UNMOUNTS_MAX && MountTable.read().isMountPoint(target); round++) {
      if (shows(target, part)) {
        return true;
      }
      // Containers that run have copies of their own, which this does not touch.
      Mounts.unmountLazily(target);
    }
    return false;
  }

  private static boolean shows(Path target, PathHandle part) {
    try (PathHandle there = PathHandle.ofItself(target)) {
      return there.facts().same(part.facts());
    }
  }

  private static void makeTarget(OpenDirectory parent, String name, boolean directory) {
    Optional<FileFacts> there = parent.facts(name);
    boolean usable =
        there.filter(facts -> directory ? facts.directory() : facts.regular()).isPresent();
    if (usable) {
      return;
    }
    SafeTree.remove(parent, name);
    if (directory) {
      parent.makeChild(name, PodPaths.PRIVATE).close();
    } else {
      parent.writeNew(name, new byte[0], 0640);
    }
  }

  /** That what is bound is what was found, and is in the volume now that nobody can exchange it. */
  private static void verify(PathHandle root, PathHandle part, Path target) {
    if (!part.place().startsWith(root.place()) || !shows(target, part)) {
      Mounts.unmountLazily(target);
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, part + " was moved away while it was being mounted");
    }
  }
}
