package dev.jubelet.testkit;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.VolumeUsage;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodVolumes;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers what is mounted for whom. */
public final class FakeVolumes implements PodVolumes {
  private final Outside outside;
  private final Map<PodUid, Map<String, String>> mounted = new LinkedHashMap<>();

  private final Map<String, String> texts = new LinkedHashMap<>();

  public FakeVolumes(Outside outside) {
    this.outside = outside;
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    return outside.call(
        new OutsideCall(Operation.VOLUME_MOUNT, pod.uid(), volume.name()),
        () -> keep(pod.uid(), volume));
  }

  private synchronized String keep(PodUid uid, Volume volume) {
    String path =
        volume.hostPath() != null
            ? volume.hostPath().path()
            : volume.image() != null
                ? volume.image().reference()
                : FakeDirectories.podDirectory(uid) + "/volumes/" + volume.name();
    mounted.computeIfAbsent(uid, u -> new LinkedHashMap<>()).put(volume.name(), path);
    return path;
  }

  @Override
  public String part(
      Pod pod, Volume volume, String container, int mount, String volumePath, String subPath) {
    return outside.call(
        new OutsideCall(Operation.VOLUME_PART, pod.uid(), volume.name()),
        () -> volume.image() != null ? subPath : volumePath + "/" + subPath);
  }

  /** The files that the pod has written, and nothing for directories. */
  @Override
  public VolumeUsage usage(Pod pod, Volume volume) {
    return outside.call(
        new OutsideCall(Operation.VOLUME_USAGE, pod.uid(), volume.name()),
        () -> measured(mounted(pod.uid()).get(volume.name())));
  }

  private VolumeUsage measured(@Nullable String path) {
    if (path == null) {
      throw new OutsideFailure(FailureKind.NOT_FOUND, "the volume is not mounted");
    }
    long bytes = 0;
    long files = 0;
    for (Map.Entry<String, String> file : outside.files().all().entrySet()) {
      if (file.getKey().startsWith(path + "/")) {
        bytes += file.getValue().getBytes(StandardCharsets.UTF_8).length;
        files++;
      }
    }
    return new VolumeUsage(bytes, files);
  }

  @Override
  public synchronized Optional<String> text(String volumePath, String path) {
    return Optional.ofNullable(texts.get(volumePath + "/" + path));
  }

  /** A container has written a file into a volume. */
  public synchronized void write(String path, String text) {
    texts.put(path, text);
  }

  @Override
  public void unmountAll(PodUid uid) {
    outside.run(new OutsideCall(Operation.VOLUME_UNMOUNT_ALL, uid, ""), () -> drop(uid));
  }

  private synchronized void drop(PodUid uid) {
    mounted.remove(uid);
    outside.files().removeTree(FakeDirectories.podDirectory(uid) + "/volumes");
  }

  /** Volume name → path, in the order of mounting. */
  public synchronized Map<String, String> mounted(PodUid uid) {
    return Ordered.copyOf(mounted.getOrDefault(uid, Map.of()));
  }

  public synchronized List<PodUid> podsWithMounts() {
    return List.copyOf(mounted.keySet());
  }
}
