package dev.jubelet.decide.config;

import dev.jubelet.model.volume.Volume;

/** What the kind of a volume says about how it is bound into containers. */
final class VolumeTraits {
  private VolumeTraits() {}

  /** Content that we write is not for containers to change; other kinds say it themselves. */
  static boolean readOnly(Volume volume) {
    return volume.isWritten()
        || volume.image() != null
        || (volume.nfs() != null && volume.nfs().readOnly())
        || (volume.csi() != null && Boolean.TRUE.equals(volume.csi().readOnly()))
        || (volume.persistentVolumeClaim() != null && volume.persistentVolumeClaim().readOnly());
  }

  /** Volumes that are the pod's alone get its SELinux label. */
  static boolean relabelled(Volume volume) {
    return volume.isWritten() || volume.emptyDir() != null;
  }
}
