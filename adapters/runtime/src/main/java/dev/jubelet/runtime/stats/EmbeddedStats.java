package dev.jubelet.runtime.stats;

import dev.jubelet.images.ImageStore;
import dev.jubelet.linux.CgroupBranch;
import dev.jubelet.linux.LinuxException;
import dev.jubelet.linux.TreeUsage;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.ports.RuntimeStats;
import dev.jubelet.runtime.inventory.CgroupPlace;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.Surroundings;
import dev.jubelet.runtime.state.ContainerRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Figures of what runs, read when somebody asks. */
public final class EmbeddedStats implements RuntimeStats {
  private static final Duration LAYERS_FRESH = Duration.ofSeconds(30);

  private final Surroundings around;
  private final ImageStore images;
  private final Map<String, Layer> layers = new ConcurrentHashMap<>();

  private record Layer(long bytes, Instant at) {}

  public EmbeddedStats(Surroundings around, ImageStore images) {
    this.around = around;
    this.images = images;
  }

  @Override
  public List<ResourceUsage> containers(@Nullable PodUid uid) {
    List<ResourceUsage> all = new ArrayList<>();
    for (ContainerEntry entry : around.inventory().containers()) {
      ContainerRecord record = entry.record();
      boolean asked = uid == null || entry.uid().equals(uid);
      if (asked && record.phase() == ContainerRecord.Phase.RUNNING) {
        Figures.of(around.cgroups(), CgroupPlace.of(around, record))
            .ifPresent(figures ->
                all.add(
                    figures.of(
                        record.id(), entry.uid(), record.config().name(), layer(record.id()))));
      }
    }
    layers.keySet().removeIf(id -> around.inventory().container(id).isEmpty());
    return all;
  }

  /** A container's own layer takes a walk to measure, which is not taken for everybody who asks. */
  private long layer(String id) {
    Layer known = layers.get(id);
    if (known == null || known.at().plus(LAYERS_FRESH).isBefore(Instant.now())) {
      known = new Layer(measured(id), Instant.now());
      layers.put(id, known);
    }
    return known.bytes();
  }

  private long measured(String id) {
    try {
      return TreeUsage.of(images.writableLayer(id)).bytes();
    } catch (LinuxException gone) {
      return 0;
    }
  }

  @Override
  public List<ResourceUsage> sandboxes(@Nullable PodUid uid) {
    List<ResourceUsage> all = new ArrayList<>();
    around
        .inventory()
        .sandboxes()
        .forEach(entry -> {
          boolean asked = uid == null || entry.uid().equals(uid);
          if (asked && entry.ready()) {
            Figures.of(around.cgroups(), CgroupPlace.pod(around, entry.record().config()))
                .ifPresent(figures ->
                    all.add(
                        figures.of(entry.id(), entry.uid(), entry.record().config().name(), 0)));
          }
        });
    return all;
  }

  record Figures(long cpuNanos, long memoryUsage, long inactiveFile) {
    static Optional<Figures> of(CgroupBranch cgroups, String path) {
      boolean unified = cgroups.unified();
      Optional<Long> cpu =
          unified
              ? cgroups.read(path, "cpu", "cpu.stat").map(text -> field(text, "usage_usec") * 1000)
              : cgroups.read(path, "cpuacct", "cpuacct.usage").map(Figures::number);
      Optional<Long> memory =
          cgroups
              .read(path, "memory", unified ? "memory.current" : "memory.usage_in_bytes")
              .map(Figures::number);
      if (cpu.isEmpty() || memory.isEmpty()) {
        return Optional.empty();
      }
      long inactive =
          cgroups
              .read(path, "memory", "memory.stat")
              .map(text -> field(text, unified ? "inactive_file" : "total_inactive_file"))
              .orElse(0L);
      return Optional.of(new Figures(cpu.get(), memory.get(), inactive));
    }

    static long field(String text, String name) {
      return text.lines()
          .filter(line -> line.startsWith(name + " "))
          .mapToLong(line -> number(line.substring(name.length() + 1)))
          .findFirst()
          .orElse(0);
    }

    private static long number(String text) {
      try {
        return Long.parseLong(text.strip());
      } catch (NumberFormatException unlimited) {
        return 0;
      }
    }

    ResourceUsage of(String id, PodUid uid, String name, long layer) {
      // Kubernetes: what the kernel could give up at once is not in the working set.
      return new ResourceUsage(
          id,
          uid,
          name,
          Instant.now(),
          cpuNanos,
          Math.max(0, memoryUsage - inactiveFile),
          layer,
          memoryUsage);
    }
  }
}
