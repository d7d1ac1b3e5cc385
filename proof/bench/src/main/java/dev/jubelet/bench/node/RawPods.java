package dev.jubelet.bench.node;

import dev.jubelet.app.host.LocalImages;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.codec.PodManifests;
import dev.jubelet.decide.config.ContainerConfigs;
import dev.jubelet.decide.config.ContainerContext;
import dev.jubelet.decide.config.SandboxConfigs;
import dev.jubelet.decide.environment.EnvironmentInputs;
import dev.jubelet.decide.environment.PodObjects;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.resources.PodCgroupValues;
import dev.jubelet.linux.HugePageSize;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.linux.cgroup.CgroupTree;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodCgroups;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.ports.PodVolumes;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.FakeObjects;
import dev.jubelet.volumes.NodeVolumes;
import dev.jubelet.volumes.pod.PodFiles;
import dev.jubelet.volumes.pod.PodPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The pod under test by bare CRI calls: RunPodSandbox, CreateContainer, StartContainer, and nothing
 * else on the clock. The configuration is what Jubelet would send; directories, cgroup and volumes
 * are made before the clock starts, as is the question for the image.
 */
public final class RawPods {
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration AGAIN = Duration.ofMillis(100);

  private final ContainerRuntime runtime;
  private final Path marks;
  private final NodeSettings settings;
  private final NodeFacts facts;
  private final MachineFacts machine;
  private final PodDirectories directories;
  private final PodVolumes volumes;
  private final PodCgroups cgroups;
  private final ObservedImage image;

  /** All that is known before the first call. */
  public record Prepared(Pod pod, SandboxConfig sandbox, ContainerConfig container) {}

  /**
   * @param begun just before the first call
   * @param calls how long each of the three took, in milliseconds
   */
  public record Running(
      Prepared prepared,
      SandboxId sandbox,
      ContainerId container,
      Instant begun,
      List<Double> calls) {}

  public RawPods(BenchNode node) {
    this.runtime = node.runtime();
    this.marks = node.marks();
    NodeConfig config = node.config();
    NodeMachine machineNow = new NodeMachine();
    CgroupDriver driver =
        runtime.facts().cgroupDriver().orElse(config.settings().cgroups().driver());
    try {
      this.settings =
          config.settings(
              config.nodeIps(),
              machineNow.hostDns(node.directory().resolve("resolv.conf").toString()),
              driver);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Quantity> capacity =
        Map.of(
            "cpu", Quantity.of(machineNow.cpus()), "memory", Quantity.of(machineNow.memoryBytes()));
    this.facts = new NodeFacts(BenchNode.NAME, Map.of(), capacity, capacity, "linux", "");
    CgroupLayout layout = CgroupLayout.discover(MountTable.read());
    this.machine =
        new MachineFacts(
            layout.unified(),
            false,
            false,
            false,
            machineNow.hugePages().keySet().stream().map(HugePageSize::cgroupName).toList(),
            List.of());
    PodPaths paths =
        PodPaths.open(node.root(), node.logs(), node.logs().resolveSibling("containers"));
    this.directories = new PodFiles(paths);
    this.volumes =
        new NodeVolumes(
            new NodeVolumes.Context(
                paths, new FakeObjects(), facts, Instant::now, (_, _, _, _, _) -> {}));
    this.cgroups = CgroupTree.open(driver, config.settings().cgroups().root(), node.root());
    this.image =
        runtime
            .images()
            .status(ImageSpec.of(LocalImages.BUSYBOX))
            .orElseThrow(() -> new NotMeasured("the runtime does not have the image"));
  }

  public Prepared prepare(String name) {
    Pod pod = pod(name);
    Container container = pod.spec().containers().getFirst();
    directories.prepare(pod);
    cgroups.ensure(PodCgroupValues.of(pod, settings));
    Map<String, String> volumePaths = new LinkedHashMap<>();
    for (Volume volume : pod.spec().volumes()) {
      volumePaths.put(volume.name(), volumes.mount(pod, volume));
    }
    ContainerContext context =
        new ContainerContext(
            settings,
            facts,
            machine,
            image,
            new EnvironmentInputs(
                List.of(), settings.hostIps(), facts.allocatable(), PodObjects.NONE, List.of()),
            new ContainerContext.HostPaths(
                volumePaths,
                directories.prepareContainer(pod, container.name(), 0),
                null,
                Map.of()),
            null,
            null);
    return new Prepared(pod, sandboxConfig(pod), containerConfig(pod, container, context));
  }

  public Running start(Prepared prepared) {
    Instant begun = Instant.now();
    long first = System.nanoTime();
    SandboxId sandbox = runtime.sandboxes().run(prepared.sandbox(), "");
    long second = System.nanoTime();
    ContainerId container =
        runtime.containers().create(sandbox, prepared.container(), prepared.sandbox());
    long third = System.nanoTime();
    runtime.containers().start(container);
    long end = System.nanoTime();
    return new Running(
        prepared,
        sandbox,
        container,
        begun,
        List.of(millis(second - first), millis(third - second), millis(end - third)));
  }

  public void remove(Running running) {
    Pod pod = running.prepared().pod();
    Await.until("a raw pod is gone", LONGEST, AGAIN, () -> removed(running));
    volumes.unmountAll(pod.uid());
    cgroups.remove(pod.uid());
    directories.remove(pod.uid(), pod.fullName());
  }

  /** A kubelet beside us may be about to remove what it does not know. */
  private boolean removed(Running running) {
    try {
      runtime.containers().stop(running.container(), Duration.ofSeconds(1));
      runtime.sandboxes().stop(running.sandbox());
      runtime.containers().remove(running.container());
      runtime.sandboxes().remove(running.sandbox());
      return true;
    } catch (OutsideFailure itIsAtIt) {
      return false;
    }
  }

  /** Named and annotated as the static pods of a node are. */
  private Pod pod(String name) {
    PodManifests.Parsed parsed =
        PodManifests.parseStatic(PodUnderTest.manifest(name, marks), "the pod under test");
    if (parsed.hasErrors()) {
      throw new IllegalStateException(parsed.sentences().toString());
    }
    Pod pod = parsed.pods().getFirst();
    String uid = UUID.randomUUID().toString().replace("-", "");
    ObjectMeta meta =
        pod.metadata()
            .withIdentity(name + "-" + BenchNode.NAME, "default", uid)
            .withAnnotations(
                Map.of(
                    "kubernetes.io/config.hash",
                    uid,
                    "kubernetes.io/config.seen",
                    Instant.now().toString(),
                    "kubernetes.io/config.source",
                    "file"));
    return new Pod(meta, pod.spec(), pod.status());
  }

  private SandboxConfig sandboxConfig(Pod pod) {
    return switch (SandboxConfigs.of(pod, 0, settings, machine, null)) {
      case ResolvedValue.Value(SandboxConfig config) -> config;
      case ResolvedValue.Refused(String why) -> throw new IllegalStateException(why);
    };
  }

  private static ContainerConfig containerConfig(
      Pod pod, Container container, ContainerContext context) {
    return switch (ContainerConfigs.of(pod, container, 0, context)) {
      case ResolvedValue.Value(ContainerConfig config) -> config;
      case ResolvedValue.Refused(String why) -> throw new IllegalStateException(why);
    };
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }
}
