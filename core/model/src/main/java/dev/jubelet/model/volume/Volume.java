package dev.jubelet.model.volume;

import dev.jubelet.model.volume.intree.AwsElasticBlockStoreVolumeSource;
import dev.jubelet.model.volume.intree.AzureDiskVolumeSource;
import dev.jubelet.model.volume.intree.AzureFileVolumeSource;
import dev.jubelet.model.volume.intree.CephFsVolumeSource;
import dev.jubelet.model.volume.intree.CinderVolumeSource;
import dev.jubelet.model.volume.intree.FcVolumeSource;
import dev.jubelet.model.volume.intree.FlexVolumeSource;
import dev.jubelet.model.volume.intree.FlockerVolumeSource;
import dev.jubelet.model.volume.intree.GcePersistentDiskVolumeSource;
import dev.jubelet.model.volume.intree.GitRepoVolumeSource;
import dev.jubelet.model.volume.intree.GlusterfsVolumeSource;
import dev.jubelet.model.volume.intree.IscsiVolumeSource;
import dev.jubelet.model.volume.intree.PhotonPersistentDiskVolumeSource;
import dev.jubelet.model.volume.intree.PortworxVolumeSource;
import dev.jubelet.model.volume.intree.QuobyteVolumeSource;
import dev.jubelet.model.volume.intree.RbdVolumeSource;
import dev.jubelet.model.volume.intree.ScaleIoVolumeSource;
import dev.jubelet.model.volume.intree.StorageOsVolumeSource;
import dev.jubelet.model.volume.intree.VsphereVirtualDiskVolumeSource;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record Volume(
    String name,
    @Nullable HostPathVolumeSource hostPath,
    @Nullable EmptyDirVolumeSource emptyDir,
    @Nullable GcePersistentDiskVolumeSource gcePersistentDisk,
    @Nullable AwsElasticBlockStoreVolumeSource awsElasticBlockStore,
    @Nullable GitRepoVolumeSource gitRepo,
    @Nullable SecretVolumeSource secret,
    @Nullable NfsVolumeSource nfs,
    @Nullable IscsiVolumeSource iscsi,
    @Nullable GlusterfsVolumeSource glusterfs,
    @Nullable PersistentVolumeClaimVolumeSource persistentVolumeClaim,
    @Nullable RbdVolumeSource rbd,
    @Nullable FlexVolumeSource flexVolume,
    @Nullable CinderVolumeSource cinder,
    @Nullable CephFsVolumeSource cephfs,
    @Nullable FlockerVolumeSource flocker,
    @Nullable DownwardApiVolumeSource downwardAPI,
    @Nullable FcVolumeSource fc,
    @Nullable AzureFileVolumeSource azureFile,
    @Nullable ConfigMapVolumeSource configMap,
    @Nullable VsphereVirtualDiskVolumeSource vsphereVolume,
    @Nullable QuobyteVolumeSource quobyte,
    @Nullable AzureDiskVolumeSource azureDisk,
    @Nullable PhotonPersistentDiskVolumeSource photonPersistentDisk,
    @Nullable ProjectedVolumeSource projected,
    @Nullable PortworxVolumeSource portworxVolume,
    @Nullable ScaleIoVolumeSource scaleIO,
    @Nullable StorageOsVolumeSource storageos,
    @Nullable CsiVolumeSource csi,
    @Nullable EphemeralVolumeSource ephemeral,
    @Nullable ImageVolumeSource image) {

  /** Whether its files are for us to write. */
  public boolean isWritten() {
    return configMap != null || secret != null || downwardAPI != null || projected != null;
  }

  /** The names on the wire of the sources that a volume has, or a part of a projected one. */
  public static List<String> sources(Record volume) {
    List<String> names = new ArrayList<>();
    try {
      for (RecordComponent field : volume.getClass().getRecordComponents()) {
        if (field.getAccessor().invoke(volume) instanceof Record) {
          names.add(field.getName());
        }
      }
      return names;
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("accessors of a public record are public", impossible);
    }
  }
}
