package dev.jubelet.runtime.stats;

import dev.jubelet.images.ImageStore;
import dev.jubelet.linux.cgroup.CgroupBranch;
import dev.jubelet.linux.file.TreeUsage;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.model.runtime.UsageMetric;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.RuntimeStats;
import dev.jubelet.runtime.inventory.CgroupPaths;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.KernelFigures;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.SandboxRecord;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Figures of what runs, read when somebody asks. */
public final class EmbeddedStats implements RuntimeStats {
  private static final Duration LAYERS_FRESH = Duration.ofSeconds(30);

  private final RuntimeContext context;
  private final ImageStore images;
  private final ReentrantLock measuring = new ReentrantLock();
  private final Map<String, Layer> layers = new ConcurrentHashMap<>();
  private final ProcessFigures processes = new ProcessFigures(Path.of("/proc"));

  private record Layer(long bytes, Instant at) {}

  public EmbeddedStats(RuntimeContext context, ImageStore images) {
    this.context = context;
    this.images = images;
  }

  @Override
  public List<ResourceUsage> containers(@Nullable PodUid uid) {
    List<ResourceUsage> all = new ArrayList<>();
    for (ContainerEntry entry : context.inventory().containers()) {
      ContainerRecord record = entry.record();
      boolean asked = uid == null || entry.uid().equals(uid);
      if (asked && record.phase() == ContainerRecord.Phase.RUNNING) {
        usage(
                CgroupPaths.of(context, record),
                record.id(),
                entry.uid(),
                record.config().name(),
                () -> layer(record.id()))
            .ifPresent(all::add);
      }
    }
    layers.keySet().removeIf(id -> context.inventory().container(id).isEmpty());
    return all;
  }

  /** A container's own layer takes a walk to measure, which is not taken for everybody who asks. */
  private long layer(String id) {
    // One walk at a time: each takes memory, and those who wait find it taken.
    measuring.lock();
    try {
      Layer known = layers.get(id);
      if (known == null || known.at().plus(LAYERS_FRESH).isBefore(Instant.now())) {
        known = new Layer(measured(id), Instant.now());
        layers.put(id, known);
      }
      return known.bytes();
    } finally {
      measuring.unlock();
    }
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
    for (SandboxEntry entry : context.inventory().sandboxes()) {
      boolean asked = uid == null || entry.uid().equals(uid);
      if (asked && entry.ready()) {
        SandboxConfig config = entry.record().config();
        usage(CgroupPaths.pod(context, config), entry.id(), entry.uid(), config.name(), () -> 0)
            .ifPresent(all::add);
      }
    }
    return all;
  }

  @Override
  public Map<String, List<UsageFigure>> figures() {
    Map<String, List<UsageFigure>> all = new HashMap<>();
    Instant now = Instant.now();
    for (ContainerEntry entry : context.inventory().containers()) {
      if (entry.record().phase() == ContainerRecord.Phase.RUNNING) {
        all.put(entry.id(), figures(entry.record(), now));
      }
    }
    for (SandboxEntry entry : context.inventory().sandboxes()) {
      if (entry.ready()) {
        all.put(entry.id(), figures(entry.record(), now));
      }
    }
    return all;
  }

  private List<UsageFigure> figures(ContainerRecord record, Instant now) {
    String path = CgroupPaths.of(context, record);
    List<UsageFigure> all = new ArrayList<>(counted(path));
    ProcessIdentity first = record.process();
    context
        .cgroups()
        .read(path, "pids", "cgroup.procs")
        .ifPresent(members -> all.addAll(processes.of(members, first == null ? 0 : first.pid())));
    all.addAll(disk(record.id()));
    all.addAll(spec(record.config().resources()));
    all.add(UsageFigure.of(UsageMetric.LAST_SEEN, now.getEpochSecond()));
    Instant started = record.startedAt();
    if (started != null) {
      all.add(UsageFigure.of(UsageMetric.START_TIME, started.getEpochSecond()));
    }
    return all;
  }

  /** The network is a pod's, and is seen by any process in it. */
  private List<UsageFigure> figures(SandboxRecord record, Instant now) {
    List<UsageFigure> all = new ArrayList<>(counted(CgroupPaths.pod(context, record.config())));
    if (!SandboxEntry.onNodesNetwork(record.config())) {
      context.inventory().containersOf(record.id()).stream()
          .map(entry -> entry.record().process())
          .filter(process -> process != null && process.alive())
          .findFirst()
          .ifPresent(process -> all.addAll(processes.network(process.pid())));
    }
    all.add(UsageFigure.of(UsageMetric.LAST_SEEN, now.getEpochSecond()));
    all.add(UsageFigure.of(UsageMetric.START_TIME, record.createdAt().getEpochSecond()));
    return all;
  }

  private List<UsageFigure> counted(String path) {
    CgroupBranch cgroups = context.cgroups();
    return CgroupFigures.of(
        (controller, file) -> cgroups.read(path, controller, file), cgroups.unified());
  }

  private List<UsageFigure> disk(String id) {
    try {
      FileStore device = Files.getFileStore(images.place());
      return List.of(
          UsageFigure.of(UsageMetric.FS_USAGE, layer(id), device.name()),
          UsageFigure.of(UsageMetric.FS_LIMIT, device.getTotalSpace(), device.name()));
    } catch (IOException unknown) {
      return List.of();
    }
  }

  private static List<UsageFigure> spec(LinuxResources given) {
    return List.of(
        UsageFigure.of(UsageMetric.SPEC_CPU_PERIOD, given.cpuPeriod()),
        UsageFigure.of(UsageMetric.SPEC_CPU_QUOTA, Math.max(0, given.cpuQuota())),
        UsageFigure.of(UsageMetric.SPEC_CPU_SHARES, given.cpuShares()),
        UsageFigure.of(UsageMetric.SPEC_MEMORY_LIMIT, Math.max(0, given.memoryLimitBytes())),
        UsageFigure.of(UsageMetric.SPEC_MEMORY_RESERVATION, 0),
        UsageFigure.of(UsageMetric.SPEC_SWAP_LIMIT, Math.max(0, given.memorySwapLimitBytes())));
  }

  /**
   * Empty when its cgroup is gone.
   *
   * @param layer measured only for what is there
   */
  private Optional<ResourceUsage> usage(
      String path, String id, PodUid uid, String name, LongSupplier layer) {
    CgroupBranch cgroups = context.cgroups();
    boolean unified = cgroups.unified();
    Optional<Long> cpu =
        unified
            ? cgroups
                .read(path, "cpu", "cpu.stat")
                .map(text -> KernelFigures.field(text, "usage_usec") * 1000)
            : cgroups.read(path, "cpuacct", "cpuacct.usage").map(KernelFigures::number);
    Optional<Long> memory =
        cgroups
            .read(path, "memory", unified ? "memory.current" : "memory.usage_in_bytes")
            .map(KernelFigures::number);
    if (cpu.isEmpty() || memory.isEmpty()) {
      return Optional.empty();
    }
    long inactive =
        cgroups
            .read(path, "memory", "memory.stat")
            .map(text ->
                KernelFigures.field(text, unified ? "inactive_file" : "total_inactive_file"))
            .orElse(0L);
    // Kubernetes: what the kernel could give up at once is not in the working set.
    long workingSet = Math.max(0, memory.get() - inactive);
    return Optional.of(
        new ResourceUsage(
            id, uid, name, Instant.now(), cpu.get(), workingSet, layer.getAsLong(), memory.get()));
  }
}
