package dev.jubelet.volumes;

import dev.jubelet.linux.file.PinnedFile;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.file.TreeUsage;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.VolumeUsage;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.PodVolumes;
import dev.jubelet.volumes.pod.PodPaths;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Volumes of pods, each by its kind. */
public final class NodeVolumes implements PodVolumes {
  // Kubernetes bounds one line of a file of variables at 64 KiB; nobody has sixteen of them.
  private static final int TEXT_BYTES_MAX = 1024 * 1024;

  private final PodPaths paths;
  private final VolumeKinds kinds;
  private final VolumeParts parts;

  /**
   * What volumes need to know of the node.
   *
   * @param clock the machine's, for names that people read
   */
  public record Context(
      PodPaths paths,
      NodeObjects objects,
      NodeFacts facts,
      Supplier<Instant> clock,
      Journal journal) {}

  public NodeVolumes(Context node) {
    this.paths = node.paths();
    this.kinds = new VolumeKinds(node);
    this.parts = new VolumeParts(paths);
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    return kinds.of(volume).mount(pod, volume);
  }

  @Override
  public String part(
      Pod pod, Volume volume, String container, int mount, String volumePath, String subPath) {
    if (volume.image() != null) {
      // The runtime finds it in the image, where only its own files are.
      return VolumeParts.checked(subPath);
    }
    return parts.part(pod.uid(), volume.name(), container, mount, Path.of(volumePath), subPath);
  }

  @Override
  public Optional<String> text(String volumePath, String path) {
    return text(Path.of(volumePath), path);
  }

  /** Empty for whatever is not a regular file of UTF-8 text beneath the volume. */
  static Optional<String> text(Path volume, String path) {
    try {
      byte[] bytes = PinnedFile.tailBeneath(volume, path, TEXT_BYTES_MAX + 1);
      return bytes.length > TEXT_BYTES_MAX
          ? Optional.empty()
          : Optional.of(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (LinuxException | IOException unusable) {
      // Whoever asked says in Kubernetes' words that it cannot be used; why is of no use to them.
      return Optional.empty();
    }
  }

  @Override
  public VolumeUsage usage(Pod pod, Volume volume) {
    try {
      TreeUsage usage = TreeUsage.of(Path.of(kinds.of(volume).path(pod, volume)));
      return new VolumeUsage(usage.bytes(), usage.inodes());
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot measure volume " + volume.name());
    }
  }

  @Override
  public void unmountAll(PodUid uid) {
    try {
      // Parts of volumes first: they keep the volumes busy.
      for (Path directory : List.of(paths.volumeSubpaths(uid), paths.volumes(uid))) {
        for (MountTable.Mount mount : MountTable.read().beneath(directory)) {
          unmount(mount);
        }
        SafeTree.remove(paths.pods(), paths.pods().relativize(directory));
      }
      kinds.released(uid);
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot give back the volumes of pod " + uid);
    }
  }

  private static void unmount(MountTable.Mount mount) {
    try {
      // A server that is away must not hold up the end of a pod.
      if (mount.type().startsWith("nfs")) {
        Mounts.unmountLazily(Path.of(mount.point()));
      } else {
        Mounts.unmount(mount);
      }
    } catch (LinuxException refused) {
      boolean goneMeanwhile =
          refused.errno() == Errno.ENOENT
              || (refused.errno() == Errno.EINVAL && !MountTable.read().mounts().contains(mount));
      if (!goneMeanwhile) {
        throw refused;
      }
    }
  }
}
