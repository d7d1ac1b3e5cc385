package dev.jubelet.volumes;

import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.PathHandle;
import dev.jubelet.model.objects.LocalVolumeSource;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeSpec;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.HostPathVolumeSource;
import dev.jubelet.model.volume.NfsVolumeSource;
import dev.jubelet.model.volume.PersistentVolumeMode;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Path;

/** What a persistent volume is made of: a path of this node, its block device, or NFS. */
final class PersistentSources {
  private final NfsVolumes nfs;
  private final VolumeGroup groups;

  PersistentSources(NfsVolumes nfs, VolumeGroup groups) {
    this.nfs = nfs;
    this.groups = groups;
  }

  String mount(Pod pod, Volume volume, PersistentVolume found, boolean readOnly) {
    PersistentVolumeSpec spec = found.spec();
    LocalVolumeSource local = spec.local();
    HostPathVolumeSource host = spec.hostPath();
    NfsVolumeSource server = spec.nfs();
    boolean block = spec.volumeMode() == PersistentVolumeMode.BLOCK;
    if (local != null) {
      return local(pod, volume, local, block, readOnly);
    }
    if (block) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "persistentvolume \""
              + found.metadata().name()
              + "\": only a local path can be a block device");
    }
    if (host != null) {
      return HostPaths.ready(host);
    }
    if (server != null) {
      return nfs.mount(pod, found.metadata().name(), server, spec.mountOptions());
    }
    throw new OutsideFailure(
        FailureKind.BAD_SPEC,
        "persistentvolume \""
            + found.metadata().name()
            + "\" is none of local, hostPath and nfs, which this node serves");
  }

  private String local(
      Pod pod, Volume volume, LocalVolumeSource local, boolean block, boolean readOnly) {
    Path path = Path.of(local.path());
    FileFacts facts;
    try (PathHandle held = PathHandle.of(path)) {
      facts = held.facts();
    } catch (LinuxException refused) {
      throw refused.asFailure("path \"" + path + "\" of the local volume");
    }
    if (block) {
      expect(facts.blockDevice(), path, "is not a block device");
      return path.toString();
    }
    expect(!facts.blockDevice(), path, "is a block device: this node does not make file systems");
    expect(facts.directory(), path, "is not a directory");
    if (!readOnly) {
      groups.give(pod, volume, real(path));
    }
    return path.toString();
  }

  private static Path real(Path path) {
    try (PathHandle held = PathHandle.of(path)) {
      return held.place();
    }
  }

  private static void expect(boolean holds, Path path, String otherwise) {
    if (!holds) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "path \"" + path + "\" of the local volume " + otherwise);
    }
  }
}
