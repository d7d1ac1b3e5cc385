package dev.jubelet.volumes;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.ImageVolumeSource;
import dev.jubelet.model.volume.Volume;
import java.util.Objects;

/**
 * {@code image}: the runtime mounts it itself, so that there is nothing for the node to do. In
 * place of a path the volume has the reference of the image.
 */
final class ImageVolumes implements VolumeKind {
  @Override
  public boolean handles(Volume volume) {
    return volume.image() != null;
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    return path(pod, volume);
  }

  @Override
  public String path(Pod pod, Volume volume) {
    ImageVolumeSource image = Objects.requireNonNull(volume.image());
    return image.reference();
  }
}
