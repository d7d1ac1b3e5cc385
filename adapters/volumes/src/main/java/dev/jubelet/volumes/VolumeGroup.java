package dev.jubelet.volumes;

import dev.jubelet.linux.file.TreeGroup;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.security.PodFsGroupChangePolicy;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.Journal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Gives persistent volumes to the pod's {@code fsGroup}, as {@code fsGroupChangePolicy} says.
 * Kubernetes does so for volumes that pods own; those of the host and of an NFS server stay as they
 * are.
 */
final class VolumeGroup {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Journal journal;
  private final Supplier<Instant> clock;

  VolumeGroup(Journal journal, Supplier<Instant> clock) {
    this.journal = journal;
    this.clock = clock;
  }

  void give(Pod pod, Volume volume, Path directory) {
    PodSecurityContext security = pod.spec().security();
    Long group = security.fsGroup();
    if (group == null) {
      return;
    }
    try {
      boolean onMismatchOnly =
          security.fsGroupChangePolicy() == PodFsGroupChangePolicy.ON_ROOT_MISMATCH;
      if (!onMismatchOnly || !TreeGroup.rootMatches(directory, group)) {
        AtomicReference<Instant> toldAt = new AtomicReference<>(clock.get());
        TreeGroup.give(directory, group, files -> tell(pod, volume, files, toldAt));
      }
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot give the volume to group " + group);
    }
  }

  private void tell(Pod pod, Volume volume, long files, AtomicReference<Instant> toldAt) {
    Instant last = toldAt.get();
    Instant now = clock.get();
    if (Duration.between(last, now).compareTo(PATIENCE) >= 0 && toldAt.compareAndSet(last, now)) {
      journal.write(
          Journal.Level.NORMAL,
          pod.fullName(),
          pod.uid(),
          "VolumePermissionChangeInProgress",
          "Setting volume ownership for volume "
              + volume.name()
              + ", processed "
              + files
              + " files.");
    }
  }
}
