package dev.jubelet.volumes;

import dev.jubelet.decide.volume.PayloadSources;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;

/** The kinds of volumes that this node knows. */
final class VolumeKinds {
  private final List<VolumeKind> kinds;

  VolumeKinds(NodeVolumes.Context node) {
    VolumeDirectories directories = new VolumeDirectories(node.paths());
    PayloadSources sources =
        new PayloadSources(
            (pod, name) -> node.objects().of(pod).configMap(pod.metadata().namespace(), name),
            (pod, name) -> node.objects().of(pod).secret(pod.metadata().namespace(), name),
            (pod, wanted) -> node.objects().of(pod).token(pod, wanted),
            node.facts().allocatable());
    NfsVolumes nfs = new NfsVolumes(directories, NfsVolumes.programs(System.getenv("PATH")));
    VolumeGroup groups = new VolumeGroup(node.journal(), node.clock());
    this.kinds =
        List.of(
            new EmptyDirs(directories, node.facts().allocatable()),
            new HostPaths(),
            new WrittenVolumes(directories, sources, node.clock()),
            new ClaimVolumes(node, directories, new PersistentSources(nfs, groups), groups),
            nfs,
            new ImageVolumes());
  }

  VolumeKind of(Volume volume) {
    return kinds.stream()
        .filter(kind -> kind.handles(volume))
        .findFirst()
        .orElseThrow(() ->
            new OutsideFailure(
                FailureKind.BAD_SPEC,
                "kind " + Volume.sources(volume).getFirst() + " is not supported yet"));
  }

  /** Nothing of the pod's volumes is in use any more. */
  void released(PodUid uid) {
    kinds.forEach(kind -> kind.released(uid));
  }
}
