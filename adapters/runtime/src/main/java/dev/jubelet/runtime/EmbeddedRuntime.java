package dev.jubelet.runtime;

import dev.jubelet.images.ImageStore;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.linux.cgroup.CgroupBranch;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.RuntimeRecords;
import dev.jubelet.runtime.container.EmbeddedContainers;
import dev.jubelet.runtime.inventory.DefaultAppArmor;
import dev.jubelet.runtime.inventory.MachineCapabilities;
import dev.jubelet.runtime.inventory.RunDirectories;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.RuntimeInventory;
import dev.jubelet.runtime.inventory.RuntimeJournal;
import dev.jubelet.runtime.monitor.Conmon;
import dev.jubelet.runtime.monitor.OciProgram;
import dev.jubelet.runtime.monitor.OciPrograms;
import dev.jubelet.runtime.sandbox.EmbeddedSandboxes;
import dev.jubelet.runtime.settings.RuntimePrograms;
import dev.jubelet.runtime.settings.RuntimeSettings;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.state.SandboxRecord;
import dev.jubelet.runtime.stats.EmbeddedStats;
import dev.jubelet.runtime.stream.EmbeddedStreams;
import dev.jubelet.runtime.watch.EventHub;
import dev.jubelet.runtime.watch.ExitFileWatch;
import dev.jubelet.runtime.watch.ProcessExitWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole container runtime inside this process. Its containers outlive it. */
public final class EmbeddedRuntime implements AutoCloseable {
  private final ContainerRuntime runtime;
  private final RuntimeRecords records;
  private final EventHub events;
  private final EmbeddedStreams streams;
  private final ExitFileWatch exits;
  private final ProcessExitWatch deaths;

  private EmbeddedRuntime(
      ContainerRuntime runtime,
      RuntimeRecords records,
      EventHub events,
      EmbeddedStreams streams,
      ExitFileWatch exits,
      ProcessExitWatch deaths) {
    this.runtime = runtime;
    this.records = records;
    this.events = events;
    this.streams = streams;
    this.exits = exits;
    this.deaths = deaths;
  }

  /**
   * Finds again what an earlier life left, and undoes what that one only half made. Neither the
   * images nor the networks are closed with it: they are the caller's, who also makes sure that no
   * other process works in the same root.
   *
   * @param outputs the memory for what commands in containers print, as far as it is kept
   */
  public static EmbeddedRuntime open(
      RuntimeSettings settings,
      RuntimePrograms programs,
      ImageStore images,
      CniNetworks networks,
      Journal journal,
      MemoryBudget outputs)
      throws IOException {
    Files.createDirectories(settings.root());
    String boot = new NodeMachine().bootId();
    boolean rebooted = Recovery.rebooted(settings.run(), boot);
    if (rebooted) {
      RunDirectories.clear(settings.run());
    }
    RunDirectories places = new RunDirectories(settings.run());
    RuntimeContext context = context(settings, programs, places, journal, boot);
    tellDisk(places, context.journal());
    RecordStore<SandboxRecord> pods =
        new RecordStore<>(settings.root().resolve("sandboxes"), SandboxRecord.class);
    RecordStore<ContainerRecord> shelf =
        new RecordStore<>(settings.root().resolve("containers"), ContainerRecord.class);
    EventHub events = new EventHub();
    ProcessExitWatch deaths = new ProcessExitWatch(journal);
    EmbeddedContainers containers = new EmbeddedContainers(context, images, shelf, events, deaths);
    EmbeddedSandboxes sandboxes =
        new EmbeddedSandboxes(context, networks, pods, containers, events, deaths);
    Recovery recovery = new Recovery(context, images, networks, sandboxes, containers);
    ExitFileWatch exits =
        new ExitFileWatch(
            places.exits(),
            journal,
            id -> {
              containers.exited(id);
              sandboxes.pauseEnded(id);
            });
    // Before that, since recovery ends containers and waits for their exits.
    exits.start();
    recovery.run(pods.all(), shelf.all(), rebooted);
    if (rebooted) {
      // Only now, and whole: without it, all that runs would be taken for an earlier boot's.
      AtomicFile.write(places.bootFile(), boot, "rw-------");
    }
    EmbeddedStreams streams =
        new EmbeddedStreams(new LiveInventory(context), places.exec(), programs.conmon(), outputs);
    ContainerRuntime runtime =
        new ContainerRuntime(
            sandboxes,
            containers,
            streams,
            new EmbeddedImages(images),
            new EmbeddedFacts(
                settings,
                programs,
                networks,
                new UserSupport(settings.run(), context.programs().handlers())),
            events,
            new EmbeddedStats(context, images));
    return new EmbeddedRuntime(
        runtime, new InventoryRecords(context), events, streams, exits, deaths);
  }

  private static void tellDisk(RunDirectories places, RuntimeJournal journal) throws IOException {
    if (!places.inMemory()) {
      journal.tellOnce(
          List.of(
              "the run directory "
                  + places
                  + " is on a disk: variables of containers, which may come from Secrets, are"
                  + " written there in clear; put it on a tmpfs, such as /run"));
    }
  }

  private static RuntimeContext context(
      RuntimeSettings settings,
      RuntimePrograms called,
      RunDirectories places,
      Journal journal,
      String boot)
      throws IOException {
    CgroupLayout layout = CgroupLayout.discover(MountTable.read());
    Map<String, OciProgram> programs = new HashMap<>();
    for (Map.Entry<String, Path> each : called.handlers().entrySet()) {
      Path states = Files.createDirectories(places.ociStates().resolve(each.getKey()));
      programs.put(each.getKey(), new OciProgram(each.getValue(), settings.cgroupDriver(), states));
    }
    Conmon conmon = new Conmon(called.conmon(), places.exits(), places.sockets());
    RuntimeJournal told = new RuntimeJournal(journal);
    String appArmor = appArmor(places, told);
    tellUnsafe(programs.values(), told);
    return new RuntimeContext(
        settings,
        places,
        new RuntimeInventory(),
        new OciPrograms(programs, called.defaultHandler(), conmon, called.pause()),
        new CgroupBranch(layout),
        new MachineCapabilities(layout, settings.ulimits(), appArmor),
        told,
        boot);
  }

  /** The profile of containers that name none; empty without AppArmor. */
  private static String appArmor(RunDirectories places, RuntimeJournal journal) {
    if (!DefaultAppArmor.there()) {
      return "";
    }
    Optional<String> problem = new DefaultAppArmor(places.appArmorProfile()).load();
    problem.ifPresent(why ->
        journal.tellOnce(
            List.of("the AppArmor profile " + DefaultAppArmor.NAME + " cannot be loaded: " + why)));
    return problem.isEmpty() ? DefaultAppArmor.NAME : "";
  }

  /** Beside all else, since programs take their time to say what they are. */
  private static void tellUnsafe(Collection<OciProgram> programs, RuntimeJournal journal) {
    for (OciProgram program : programs) {
      Thread _ =
          Thread.ofVirtual()
              .name("runtime version")
              .start(() -> program.unsafe().ifPresent(why -> journal.tellOnce(List.of(why))));
    }
  }

  public ContainerRuntime runtime() {
    return runtime;
  }

  public RuntimeRecords records() {
    return records;
  }

  /** Ends what runs inside this process, and execs; containers go on. */
  @Override
  public void close() {
    streams.close();
    exits.close();
    deaths.close();
    events.close();
  }
}
