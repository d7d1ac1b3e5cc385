package dev.jubelet.volumes;

import dev.jubelet.decide.volume.Binding;
import dev.jubelet.decide.volume.ClaimBinding;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.EphemeralVolumeSource;
import dev.jubelet.model.volume.PersistentVolumeAccessMode;
import dev.jubelet.model.volume.PersistentVolumeClaimTemplate;
import dev.jubelet.model.volume.PersistentVolumeClaimVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.volumes.pod.PodPaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * {@code persistentVolumeClaim} and {@code ephemeral}. A claim that no persistent volume fits gets
 * a directory of this node, {@code local-volumes/NAMESPACE_CLAIM} below its root, which outlives
 * the pod; that of an ephemeral volume is among the pod's own and goes with it.
 */
final class ClaimVolumes implements VolumeKind {
  private static final String PLUGIN = "kubernetes.io~local-volume";
  private static final String LOCAL_VOLUMES = "local-volumes";
  private static final int TRIES_MAX = 100;

  private final NodeVolumes.Context node;
  private final VolumeDirectories directories;
  private final PersistentSources sources;
  private final VolumeGroup groups;
  private final ClaimStore store;
  private final ClaimUsers users;
  private final BoundClaims bound;

  ClaimVolumes(
      NodeVolumes.Context node,
      VolumeDirectories directories,
      PersistentSources sources,
      VolumeGroup groups) {
    this.node = node;
    this.directories = directories;
    this.sources = sources;
    this.groups = groups;
    this.store = new ClaimStore(node);
    this.users = new ClaimUsers(node);
    this.bound = new BoundClaims(node.facts(), sources);
  }

  @Override
  public boolean handles(Volume volume) {
    return volume.persistentVolumeClaim() != null || volume.ephemeral() != null;
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    try {
      EphemeralVolumeSource ephemeral = volume.ephemeral();
      NodeObjects objects = node.objects().of(pod);
      if (objects.bindsClaims()) {
        return bound.mount(pod, volume, objects);
      }
      return ephemeral != null ? mountEphemeral(pod, volume, ephemeral) : mountClaim(pod, volume);
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot prepare the volume of the claim");
    }
  }

  /** Only what is the pod's own is measured. */
  @Override
  public String path(Pod pod, Volume volume) {
    return directories.path(pod, PLUGIN, volume.name()).toString();
  }

  private String mountClaim(Pod pod, Volume volume) {
    PersistentVolumeClaimVolumeSource source =
        Objects.requireNonNull(volume.persistentVolumeClaim());
    PersistentVolumeClaim claim =
        node.objects()
            .of(pod)
            .claim(pod.metadata().namespace(), source.claimName())
            .orElseThrow(() ->
                new OutsideFailure(
                    FailureKind.NOT_FOUND,
                    "persistentvolumeclaim \"" + source.claimName() + "\" not found"));
    if (claim.spec().accessModes().contains(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD)) {
      takeAlone(pod, claim);
    }
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      Map<String, String> before = store.read();
      switch (new ClaimBinding(node.objects().of(pod).persistentVolumes(), before, node.facts())
          .of(claim)) {
        case Binding.Refused(String why) -> throw new OutsideFailure(FailureKind.NOT_FOUND, why);
        case Binding.OwnDirectory _ -> {
          return ownDirectory(pod, volume, claim);
        }
        case Binding.Bound(PersistentVolume found) -> {
          // Another claim may have been given the same volume just now: then look again.
          if (store.write(found.metadata().name(), ClaimBinding.name(claim))) {
            return sources.mount(pod, volume, found, source.readOnly());
          }
        }
      }
    }
    throw new OutsideFailure(
        FailureKind.UNAVAILABLE,
        "claim "
            + ClaimBinding.name(claim)
            + " found every matching volume taken by another claim");
  }

  /** Kubernetes leaves this to its scheduler, which pods of manifests never meet. */
  private void takeAlone(Pod pod, PersistentVolumeClaim claim) {
    users
        .take(fileName(claim), pod.uid())
        .ifPresent(other -> {
          throw new OutsideFailure(
              FailureKind.UNAVAILABLE,
              "claim %s is for one pod at a time (ReadWriteOncePod), and pod %s has it"
                  .formatted(ClaimBinding.name(claim), other));
        });
  }

  private static String fileName(PersistentVolumeClaim claim) {
    return PodPaths.checked(claim.metadata().namespace() + "_" + claim.metadata().name());
  }

  @Override
  public void released(PodUid uid) {
    users.release(uid);
  }

  private String ownDirectory(Pod pod, Volume volume, PersistentVolumeClaim claim) {
    Path root = node.paths().root();
    String name = fileName(claim);
    try (OpenDirectory all = PodPaths.make(root, List.of(LOCAL_VOLUMES), PodPaths.PRIVATE)) {
      all.makeChild(name, VolumeDirectories.OPEN_TO_ALL).close();
    }
    Path directory = root.resolve(LOCAL_VOLUMES).resolve(name);
    groups.give(pod, volume, directory);
    return directory.toString();
  }

  private String mountEphemeral(Pod pod, Volume volume, EphemeralVolumeSource source) {
    PersistentVolumeClaimTemplate template = source.volumeClaimTemplate();
    if (template == null) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "an ephemeral volume needs a volumeClaimTemplate");
    }
    ObjectMeta metadata =
        template
            .metadata()
            .withIdentity(
                pod.metadata().name() + "-" + volume.name(), pod.metadata().namespace(), "");
    PersistentVolumeClaim claim = new PersistentVolumeClaim(metadata, template.spec());
    return switch (ClaimBinding.ofEphemeral(claim)) {
      case Binding.Refused(String why) -> throw new OutsideFailure(FailureKind.BAD_SPEC, why);
      case Binding.Bound _, Binding.OwnDirectory _ -> {
        Path directory =
            directories.make(pod, PLUGIN, volume.name(), VolumeDirectories.fsGroup(pod));
        yield directory.toString();
      }
    };
  }
}
