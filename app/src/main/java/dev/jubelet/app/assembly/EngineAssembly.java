package dev.jubelet.app.assembly;

import dev.jubelet.app.command.VersionCommand;
import dev.jubelet.app.host.CgroupClaim;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.calls.HostNetworkCalls;
import dev.jubelet.credentials.CredentialSources;
import dev.jubelet.credentials.NodeDockerConfig;
import dev.jubelet.credentials.Plugin;
import dev.jubelet.credentials.PluginConfig;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.decide.users.UserRanges;
import dev.jubelet.engine.NodeEngine;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.engine.act.PodRunSettings;
import dev.jubelet.engine.allocation.UserAllocation;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.linux.cgroup.CgroupTree;
import dev.jubelet.linux.file.SharedLock;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.process.PodProcesses;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NetworkCalls;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.PodCgroups;
import dev.jubelet.ports.RegistryCredentials;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.state.PullRecordFiles;
import dev.jubelet.state.StateFiles;
import dev.jubelet.state.SubordinateIds;
import dev.jubelet.state.UserFiles;
import dev.jubelet.tracing.OtlpTraces;
import dev.jubelet.tracing.TraceSettings;
import dev.jubelet.volumes.NodeVolumes;
import dev.jubelet.volumes.pod.PodFiles;
import dev.jubelet.volumes.pod.PodPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/** Puts the engine together, once the runtime has said who it is. */
record EngineAssembly(
    NodeConfig config, SystemTime time, Effects effects, Journal journal, CloseStack closing) {
  /** Kubernetes: with an empty {@code resolvConf} pods get settings that find nothing. */
  private static final DnsSettings NO_LOOKUPS =
      new DnsSettings(List.of("127.0.0.1"), List.of("."), List.of());

  NodeEngine make(
      ContainerRuntime runtime,
      RuntimeLink.Greeting greeting,
      PodPaths paths,
      NodeObjects objects,
      StatusSink statuses,
      List<String> sources) {
    PodRunSettings runSettings = runSettings(greeting, paths);
    PodFiles files = new PodFiles(paths);
    NodeEngine.Parts parts =
        new NodeEngine.Parts(
            new PodActuator.Outside(
                runtime,
                new NodeVolumes(
                    new NodeVolumes.Context(
                        paths, objects, runSettings.facts(), time::wall, journal)),
                cgroups(greeting.cgroupDriver(), runtime, files),
                files,
                objects,
                calls(closing),
                credentials(),
                new PullRecordFiles(config.rootDirectory(), journal)),
            statuses,
            new NodeServices(
                time, effects, () -> ThreadLocalRandom.current().nextDouble(), journal),
            new StateFiles(config.rootDirectory().resolve("jubelet"), time::wall),
            traces());
    NodeEngine.Options options =
        new NodeEngine.Options(
            startsTogether(),
            config.pods().images().pulls(),
            config.pods().images().verification(),
            new BackoffSchedule(
                BackoffSchedule.STANDARD.first(),
                config.kubelet().crashLoopBackOff().maxContainerRestartPeriod()),
            RuntimeWatcher.Rhythm.STANDARD,
            config.kubelet().syncFrequency(),
            greeting.version().name());
    return new NodeEngine(parts, runSettings, options, sources);
  }

  static NetworkCalls calls(CloseStack closing) {
    HostNetworkCalls calls = new HostNetworkCalls();
    closing.add("calls to pods", calls);
    return calls;
  }

  private StartTraces traces() {
    if (config.reporting().tracing().isEmpty()) {
      return StartTraces.NONE;
    }
    OtlpTraces traces =
        OtlpTraces.start(
            new TraceSettings(
                config.reporting().tracing().get().collector(),
                config.reporting().tracing().get().perMillion(),
                config.nodeName(),
                VersionCommand.kubeletVersion()),
            () -> ThreadLocalRandom.current().nextLong(),
            journal);
    closing.add("traces", traces);
    return traces;
  }

  private RegistryCredentials credentials() {
    List<Plugin> plugins =
        config
            .pods()
            .images()
            .providers()
            .map(where -> PluginConfig.load(where.config(), where.programs()).plugins())
            .orElse(List.of());
    return new CredentialSources(
        NodeDockerConfig.of(
            config.rootDirectory(), Path.of(System.getProperty("user.home", "/")), Path.of("/")),
        plugins);
  }

  // A start is mostly waiting for the runtime's processes, so a few for each core keep it busy.
  private static int startsTogether() {
    return Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
  }

  private PodCgroups cgroups(CgroupDriver driver, ContainerRuntime runtime, PodFiles files) {
    if (!config.settings().cgroups().perQos()) {
      return new NoPodCgroups();
    }
    CgroupTree tree =
        CgroupTree.open(driver, config.settings().cgroups().root(), config.rootDirectory());
    new CgroupClaim(tree, SharedLock.DIRECTORY, config.pods().shareCgroupRoot(), journal)
        .take(() -> known(runtime, files))
        .ifPresent(lock -> closing.add("cgroup root", lock));
    return tree;
  }

  /** The Go kubelet before us had the same directories, or the same runtime. */
  private static Set<PodUid> known(ContainerRuntime runtime, PodFiles files) {
    Set<PodUid> known = new TreeSet<>(files.list());
    runtime.sandboxes().list(null).forEach(sandbox -> known.add(sandbox.uid()));
    return known;
  }

  private PodRunSettings runSettings(RuntimeLink.Greeting greeting, PodPaths paths) {
    NodeMachine machine = new NodeMachine();
    List<String> hostIps = config.nodeIps().isEmpty() ? machine.addresses() : config.nodeIps();
    CgroupLayout layout = CgroupLayout.discover(MountTable.read());
    return new PodRunSettings(
        config.settings(hostIps, hostDns(machine), greeting.cgroupDriver()),
        NodeDescription.of(config, machine, diskBytes(config.rootDirectory())),
        new MachineAbilities(Path.of("/")).facts(layout, machine, greeting.features()),
        new UserAllocation(users(paths), userRanges()));
  }

  private UserFiles users(PodPaths paths) {
    PodProcesses processes = new PodProcesses(Path.of("/proc"));
    UserFiles users = new UserFiles(paths.pods(), processes::users, time::wall, journal);
    users.inspect();
    return users;
  }

  /** What an administrator set aside, or all that are not the machine's own. */
  private UserRanges userRanges() {
    UserRanges standard = UserRanges.standard(config.pods().userIdsPerPod());
    try {
      return SubordinateIds.read(Path.of("/etc"))
          .map(ids -> new UserRanges(ids, config.pods().userIdsPerPod()))
          .orElse(standard);
    } catch (IOException | IllegalArgumentException unusable) {
      journal.write(
          Journal.Level.WARNING,
          "BadSubordinateIds",
          "pods with users of their own get any that are not the machine's: "
              + unusable.getMessage());
      return standard;
    }
  }

  private DnsSettings hostDns(NodeMachine machine) {
    if (config.pods().resolvConf().isEmpty()) {
      return NO_LOOKUPS;
    }
    try {
      return machine.hostDns(config.pods().resolvConf().get().toString());
    } catch (IOException unreadable) {
      journal.write(
          Journal.Level.WARNING,
          "NoResolvConf",
          "pods get no name servers of this machine, since resolvConf cannot be read: "
              + unreadable.getMessage());
      return DnsSettings.NONE;
    }
  }

  private static long diskBytes(Path directory) {
    try {
      return Files.getFileStore(directory).getTotalSpace();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** For {@code cgroupsPerQOS: false}: the runtime puts containers where it likes. */
  private record NoPodCgroups() implements PodCgroups {
    @Override
    public void ensure(PodCgroup cgroup) {}

    @Override
    public void remove(PodUid uid) {}

    @Override
    public List<PodUid> list() {
      return List.of();
    }
  }
}
