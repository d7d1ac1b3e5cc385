package dev.jubelet.simulator.world;

import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.VolumeUsage;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodVolumes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Volumes with the files of objects: made of what the objects say, and not made without them. */
public final class ObjectVolumes implements PodVolumes {
  private final PodVolumes volumes;
  private final SimObjects objects;
  private final Map<String, String> versions = new HashMap<>();

  ObjectVolumes(PodVolumes volumes, SimObjects objects) {
    this.volumes = volumes;
    this.objects = objects;
  }

  /** What the files of a volume say, or null when it never had any. */
  public @Nullable String version(PodUid uid, Volume volume) {
    return versions.get(uid + "/" + volume.name());
  }

  /** Where the files of a volume come from, or null when it has none of an object. */
  public static @Nullable ObjectReference source(Volume volume) {
    if (volume.configMap() != null) {
      return SimObjects.CONFIG_MAP;
    }
    return volume.secret() != null ? SimObjects.SECRET : null;
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    ObjectReference source = source(volume);
    if (source == null) {
      return volumes.mount(pod, volume);
    }
    String version = objects.version(source);
    if (version == null) {
      throw new OutsideFailure(FailureKind.NOT_FOUND, source + " is not there");
    }
    String path = volumes.mount(pod, volume);
    versions.put(pod.uid() + "/" + volume.name(), version);
    return path;
  }

  @Override
  public String part(
      Pod pod, Volume volume, String container, int mount, String volumePath, String subPath) {
    return volumes.part(pod, volume, container, mount, volumePath, subPath);
  }

  @Override
  public Optional<String> text(String volumePath, String path) {
    return volumes.text(volumePath, path);
  }

  @Override
  public VolumeUsage usage(Pod pod, Volume volume) {
    return volumes.usage(pod, volume);
  }

  @Override
  public void unmountAll(PodUid uid) {
    volumes.unmountAll(uid);
  }
}
