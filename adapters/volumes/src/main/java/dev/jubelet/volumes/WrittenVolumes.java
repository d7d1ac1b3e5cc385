package dev.jubelet.volumes;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.volume.PayloadSources;
import dev.jubelet.decide.volume.Payloads;
import dev.jubelet.decide.volume.VolumePayload;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code configMap}, {@code secret}, {@code downwardAPI} and {@code projected}: files that we write
 * and bring up to date. All but plain ConfigMaps are in memory only, as what may be secret must
 * never reach a disk.
 */
final class WrittenVolumes implements VolumeKind {
  private static final int LOCKS = 64;

  /** A volume's files are in memory while they are written; of large ones, two at a time. */
  private static final long LARGE = 64 << 10;

  private static final int LARGE_AT_ONCE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final VolumeDirectories directories;
  private final PayloadSources sources;
  private final Supplier<Instant> clock;
  // An object may change while its pod is brought up: two calls for one volume take turns.
  private final List<ReentrantLock> locks =
      IntStream.range(0, LOCKS).mapToObj(_ -> new ReentrantLock()).toList();

  private final Semaphore large = new Semaphore(LARGE_AT_ONCE, true);

  WrittenVolumes(VolumeDirectories directories, PayloadSources sources, Supplier<Instant> clock) {
    this.directories = directories;
    this.sources = sources;
    this.clock = clock;
  }

  @Override
  public boolean handles(Volume volume) {
    return volume.isWritten();
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    String small = mount(pod, volume, LARGE);
    return small == null ? mountInTurn(pod, volume) : small;
  }

  private String mountInTurn(Pod pod, Volume volume) {
    boolean taken = false;
    try {
      taken = large.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      String mounted = taken ? mount(pod, volume, Long.MAX_VALUE) : null;
      if (mounted == null) {
        throw new OutsideFailure(FailureKind.EXHAUSTED, "too many large volumes are being written");
      }
      return mounted;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "interrupted while other volumes were written", closing);
    } finally {
      if (taken) {
        large.release();
      }
    }
  }

  /** Null when the files have more bytes than that: nobody keeps them while waiting for a turn. */
  private @Nullable String mount(Pod pod, Volume volume, long max) {
    Path directory = directories.path(pod, plugin(volume), volume.name());
    // First of all, so that what is missing leaves a volume that is there as it is.
    VolumePayload payload;
    try {
      payload = payload(pod, volume);
    } catch (OutsideFailure unknown) {
      // A life of ours that began while the API server is away: what was written holds.
      if (unknown.kind() == FailureKind.UNAVAILABLE && isWritten(directory)) {
        return directory.toString();
      }
      throw unknown;
    }
    if (payload.files().values().stream().mapToLong(file -> file.content().size()).sum() > max) {
      return null;
    }
    Long group = VolumeDirectories.fsGroup(pod);
    ReentrantLock lock = locks.get(Math.floorMod(directory.hashCode(), LOCKS));
    lock.lock();
    try {
      directories.make(pod, plugin(volume), volume.name(), group);
      boolean inMemory = volume.configMap() == null;
      if (inMemory) {
        VolumeDirectories.mountOnce("tmpfs", directory, VolumeDirectories.tmpfsOptions(group));
      }
      publish(directory, inMemory, group, payload);
      return directory.toString();
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot write the files of the volume");
    } finally {
      lock.unlock();
    }
  }

  private VolumePayload payload(Pod pod, Volume volume) {
    return switch (Payloads.of(pod, volume, sources)) {
      case ResolvedValue.Value(VolumePayload files) -> files;
      case ResolvedValue.Refused(String why) ->
          throw new OutsideFailure(FailureKind.NOT_FOUND, why);
    };
  }

  /** Whether an earlier call came to its end; where memory was unmounted, there is nothing. */
  private static boolean isWritten(Path directory) {
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(directory.resolve(AtomicDirectory.DATA));
  }

  @Override
  public String path(Pod pod, Volume volume) {
    return directories.path(pod, plugin(volume), volume.name()).toString();
  }

  private void publish(
      Path directory, boolean inMemory, @Nullable Long group, VolumePayload payload) {
    try (OpenDirectory root = OpenDirectory.at(directory)) {
      Path parent = directory.getParent();
      if (inMemory && parent != null) {
        try (OpenDirectory disk = OpenDirectory.at(parent)) {
          if (disk.facts().device() == root.facts().device()) {
            throw new OutsideFailure(
                FailureKind.UNAVAILABLE, "the memory of the volume was unmounted by somebody");
          }
        }
      }
      new AtomicDirectory(root, group, clock, AtomicDirectory.Steps.UNWATCHED).publish(payload);
    }
  }

  private static String plugin(Volume volume) {
    if (volume.configMap() != null) {
      return "kubernetes.io~configmap";
    }
    if (volume.secret() != null) {
      return "kubernetes.io~secret";
    }
    return volume.downwardAPI() != null ? "kubernetes.io~downward-api" : "kubernetes.io~projected";
  }
}
