package dev.jubelet.codec.rules;

import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.projection.VolumeProjection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which sources a volume has, by their names on the wire. */
final class VolumeSources {
  private VolumeSources() {}

  static List<String> of(Volume volume) {
    List<String> names = new ArrayList<>();
    add(names, "hostPath", volume.hostPath());
    add(names, "emptyDir", volume.emptyDir());
    add(names, "gcePersistentDisk", volume.gcePersistentDisk());
    add(names, "awsElasticBlockStore", volume.awsElasticBlockStore());
    add(names, "gitRepo", volume.gitRepo());
    add(names, "secret", volume.secret());
    add(names, "nfs", volume.nfs());
    add(names, "iscsi", volume.iscsi());
    add(names, "glusterfs", volume.glusterfs());
    add(names, "persistentVolumeClaim", volume.persistentVolumeClaim());
    add(names, "rbd", volume.rbd());
    add(names, "flexVolume", volume.flexVolume());
    add(names, "cinder", volume.cinder());
    add(names, "cephfs", volume.cephfs());
    add(names, "flocker", volume.flocker());
    add(names, "downwardAPI", volume.downwardAPI());
    add(names, "fc", volume.fc());
    add(names, "azureFile", volume.azureFile());
    add(names, "configMap", volume.configMap());
    add(names, "vsphereVolume", volume.vsphereVolume());
    add(names, "quobyte", volume.quobyte());
    add(names, "azureDisk", volume.azureDisk());
    add(names, "photonPersistentDisk", volume.photonPersistentDisk());
    add(names, "projected", volume.projected());
    add(names, "portworxVolume", volume.portworxVolume());
    add(names, "scaleIO", volume.scaleIO());
    add(names, "storageos", volume.storageos());
    add(names, "csi", volume.csi());
    add(names, "ephemeral", volume.ephemeral());
    add(names, "image", volume.image());
    return names;
  }

  static List<String> of(VolumeProjection part) {
    List<String> names = new ArrayList<>();
    add(names, "secret", part.secret());
    add(names, "downwardAPI", part.downwardAPI());
    add(names, "configMap", part.configMap());
    add(names, "serviceAccountToken", part.serviceAccountToken());
    add(names, "clusterTrustBundle", part.clusterTrustBundle());
    add(names, "podCertificate", part.podCertificate());
    return names;
  }

  private static void add(List<String> names, String name, @Nullable Record source) {
    if (source != null) {
      names.add(name);
    }
  }
}
