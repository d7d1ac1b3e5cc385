package dev.jubelet.volumes;

import dev.jubelet.decide.volume.MemoryVolumeSize;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.EmptyDirVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code emptyDir}: a directory of the pod's own, on disk, in memory or in huge pages. */
final class EmptyDirs implements VolumeKind {
  private static final String PLUGIN = "kubernetes.io~empty-dir";
  private static final int MODE = VolumeDirectories.OPEN_TO_ALL;
  private static final int SETGID = VolumeDirectories.SETGID;

  private final VolumeDirectories directories;
  private final Map<String, Quantity> allocatable;

  /**
   * @param allocatable what all pods of the node may use together
   */
  EmptyDirs(VolumeDirectories directories, Map<String, Quantity> allocatable) {
    this.directories = directories;
    this.allocatable = Ordered.copyOf(allocatable);
  }

  /** Kubernetes: a volume that does not say what it is, is an emptyDir. */
  @Override
  public boolean handles(Volume volume) {
    return volume.emptyDir() != null || Volume.sources(volume).isEmpty();
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    EmptyDirVolumeSource source = volume.emptyDir();
    String medium = source == null ? "" : source.medium();
    Quantity limit = source == null ? null : source.sizeLimit();
    Long group = VolumeDirectories.fsGroup(pod);
    try {
      Path directory = directories.make(pod, PLUGIN, volume.name(), group);
      if (medium.equals("Memory")) {
        VolumeDirectories.mountOnce("tmpfs", directory, tmpfsOptions(pod, limit, group));
      } else if (HugePageRequests.isHugePages(medium)) {
        VolumeDirectories.mountOnce("hugetlbfs", directory, hugePageOptions(pod, medium, group));
      } else if (!medium.isEmpty()) {
        throw new OutsideFailure(FailureKind.BAD_SPEC, "unknown storage medium \"" + medium + "\"");
      }
      return directory.toString();
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot set up emptyDir");
    }
  }

  @Override
  public String path(Pod pod, Volume volume) {
    return directories.path(pod, PLUGIN, volume.name()).toString();
  }

  private List<String> tmpfsOptions(Pod pod, @Nullable Quantity limit, @Nullable Long group) {
    List<String> options = VolumeDirectories.tmpfsOptions(group);
    MemoryVolumeSize.of(pod, limit, allocatable)
        .ifPresent(size -> options.add("size=" + size.value()));
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
}
