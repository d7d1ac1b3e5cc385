package dev.jubelet.runtime.container;

import dev.jubelet.images.ImageStore;
import dev.jubelet.images.StoredImage;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent.Kind;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Containers;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.RuntimeInventory;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.inventory.Uninterrupted;
import dev.jubelet.runtime.oci.input.ImageRun;
import dev.jubelet.runtime.sandbox.PodContainers;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.ContainerRecord.Phase;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.state.SandboxRecord;
import dev.jubelet.runtime.watch.EventHub;
import dev.jubelet.runtime.watch.ProcessExitWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Containers as CRI has them. */
public final class EmbeddedContainers implements Containers, PodContainers {
  private static final String TERM = "SIGTERM";

  private final RuntimeInventory inventory;
  private final ImageStore images;
  private final RecordStore<ContainerRecord> shelf;
  private final EventHub events;
  private final ContainerCreation making;
  private final ContainerTermination ending;
  private final ContainerStart starting;
  private final ContainerResources resources;

  public EmbeddedContainers(
      RuntimeContext context,
      ImageStore images,
      RecordStore<ContainerRecord> shelf,
      EventHub events,
      ProcessExitWatch deaths) {
    this.inventory = context.inventory();
    this.images = images;
    this.shelf = shelf;
    this.events = events;
    this.making = new ContainerCreation(context, images);
    this.ending = new ContainerTermination(context, images, shelf, events);
    this.starting = new ContainerStart(context, ending, events, deaths);
    this.resources = new ContainerResources(context, ending);
  }

  @Override
  public ContainerId create(
      SandboxId sandbox, ContainerConfig config, SandboxConfig sandboxConfig) {
    SandboxEntry pod = inventory.requireSandbox(sandbox.value());
    StoredImage image =
        images
            .status(config.image().image())
            .orElseThrow(() ->
                new OutsideFailure(
                    FailureKind.NOT_FOUND, "image " + config.image().image() + " is not here"));
    String name = ContainerEntry.name(config.name(), config.attempt(), pod.record().config());
    Optional<ContainerId> earlier = unclaimed(name, sandbox, config);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    String id = inventory.newId();
    ImageRun run = runOf(image);
    ContainerRecord begun = begun(id, pod.record(), config, image, run);
    ContainerEntry entry = new ContainerEntry(shelf, begun, pod.record().config());
    entry.run(() -> {
      enter(pod, entry, name);
      make(entry, pod.record(), image, run);
    });
    events.tell(Kind.CREATED, id, entry.uid());
    if (Thread.currentThread().isInterrupted()) {
      inventory.leaveUnclaimed(id);
    }
    return new ContainerId(id);
  }

  /** In the sandbox's turn: whoever stops it afterwards finds this container among its own. */
  private void enter(SandboxEntry pod, ContainerEntry entry, String name) {
    pod.run(() -> {
      if (!pod.ready()) {
        throw new OutsideFailure(FailureKind.UNAVAILABLE, "sandbox " + pod.id() + " is not ready");
      }
      inventory.reserve(name, entry.id());
      inventory.add(entry);
    });
  }

  private ImageRun runOf(StoredImage image) {
    try {
      return images.configuration(image, ImageRun::of);
    } catch (IOException unreadable) {
      throw LinuxException.asFailure("cannot read image " + image.id(), unreadable);
    }
  }

  private void make(ContainerEntry entry, SandboxRecord sandbox, StoredImage image, ImageRun run) {
    ContainerRecord begun = entry.record();
    try {
      entry.write(begun);
      entry.change(begun.created(making.make(begun, sandbox, image, run)));
    } catch (RuntimeException failed) {
      try {
        Uninterrupted.run(() -> ending.undo(begun));
      } catch (OutsideFailure second) {
        failed.addSuppressed(second);
      } finally {
        inventory.forgetContainer(entry.id());
      }
      throw failed;
    }
  }

  private static ContainerRecord begun(
      String id, SandboxRecord sandbox, ContainerConfig config, StoredImage image, ImageRun run) {
    String directory = sandbox.config().logDirectory();
    boolean logged = !directory.isEmpty() && !config.logPath().isEmpty();
    String imageId = image.id().toString();
    return new ContainerRecord(
        id,
        sandbox.id(),
        config,
        Phase.MAKING,
        Instant.now(),
        shownImage(config, image),
        imageId,
        image.digests().isEmpty() ? imageId : image.digests().getFirst(),
        logged ? Path.of(directory, config.logPath()).toString() : "",
        stopSignal(config, run),
        BundleMounts.keys(id, config),
        null,
        null,
        null,
        null,
        null);
  }

  private static String stopSignal(ContainerConfig config, ImageRun run) {
    String asked = config.stopSignal();
    if (asked != null && !asked.isEmpty()) {
      return asked;
    }
    return run.stopSignal().isEmpty() ? TERM : run.stopSignal();
  }

  /** People know images by their names, and the kubelet asks for them by their ids. */
  private static String shownImage(ContainerConfig config, StoredImage image) {
    String asked = config.image().image();
    boolean byId = asked.equals(image.id().toString()) || asked.equals(image.id().hex());
    return byId && !image.names().isEmpty() ? image.names().getFirst() : asked;
  }

  private Optional<ContainerId> unclaimed(String name, SandboxId sandbox, ContainerConfig config) {
    return inventory
        .holder(name)
        .flatMap(inventory::container)
        .filter(entry -> entry.record().phase() == Phase.CREATED)
        .filter(entry -> entry.record().sandbox().equals(sandbox.value()))
        .filter(entry -> entry.record().config().equals(config))
        .filter(entry -> inventory.claim(entry.id()))
        .map(entry -> new ContainerId(entry.id()));
  }

  @Override
  public void start(ContainerId id) {
    ContainerEntry entry = inventory.requireContainer(id.value());
    entry.run(() -> starting.start(entry));
  }

  @Override
  public void stop(ContainerId id, Duration grace) {
    inventory.container(id.value()).ifPresent(entry -> ending.stop(entry, grace));
  }

  @Override
  public void remove(ContainerId id) {
    inventory.container(id.value()).ifPresent(ending::remove);
  }

  @Override
  public Optional<ObservedContainer> status(ContainerId id) {
    Optional<ContainerEntry> entry = inventory.container(id.value());
    entry.ifPresent(ending::lost);
    return entry.filter(EmbeddedContainers::shown).map(each -> each.seen(false));
  }

  @Override
  public List<ObservedContainer> list(@Nullable PodUid uid) {
    return inventory.containers().stream()
        .filter(entry -> uid == null || entry.uid().equals(uid))
        .filter(EmbeddedContainers::shown)
        .map(entry -> entry.seen(true))
        .toList();
  }

  /** Nobody has been told the id of one that is still being made. */
  private static boolean shown(ContainerEntry entry) {
    return entry.record().phase() != Phase.MAKING;
  }

  @Override
  public void updateResources(ContainerId id, LinuxResources wanted) {
    ContainerEntry entry = inventory.requireContainer(id.value());
    entry.run(() -> {
      ContainerRecord next =
          entry
              .record()
              .with(ContainerResources.merged(entry.record().config().resources(), wanted));
      switch (next.phase()) {
        case CREATED -> {
          StoredImage image = imageOf(next);
          SandboxRecord sandbox = inventory.requireSandbox(next.sandbox()).record();
          next = next.created(making.make(next, sandbox, image, runOf(image)));
        }
        case RUNNING -> resources.apply(next, wanted);
        case MAKING, STARTING, EXITED, REMOVING ->
            throw new OutsideFailure(
                FailureKind.BAD_SPEC, "container " + id + " does not run any more");
      }
      entry.change(next);
    });
  }

  private StoredImage imageOf(ContainerRecord record) {
    return images
        .status(record.imageId())
        .orElseThrow(() ->
            new OutsideFailure(FailureKind.NOT_FOUND, "image " + record.image() + " is gone"));
  }

  @Override
  public void endAll(String sandbox) {
    List<ContainerEntry> entries = inventory.containersOf(sandbox);
    ParallelTasks.each(entries, entry -> ending.stop(entry, Duration.ZERO));
    ending.awaitClean(entries);
  }

  @Override
  public void removeAll(String sandbox) {
    ParallelTasks.each(inventory.containersOf(sandbox), ending::remove);
  }

  /** An exit file of that name is there, or may be. */
  public void exited(String id) {
    inventory.container(id).ifPresent(ending::noticed);
  }

  /**
   * Takes up what an earlier life of ours left, completes what it began and undoes what it only
   * half made.
   *
   * @param rebooted whether nothing of it can run any more
   */
  public void takeUp(ContainerRecord found, boolean rebooted) {
    Optional<SandboxEntry> pod = inventory.sandbox(found.sandbox());
    if (found.phase() == Phase.MAKING || pod.isEmpty()) {
      ending.undo(found);
      return;
    }
    SandboxConfig config = pod.get().record().config();
    ContainerEntry entry = new ContainerEntry(shelf, found, config);
    inventory.reserve(
        ContainerEntry.name(found.config().name(), found.config().attempt(), config), found.id());
    inventory.add(entry);
    entry.run(() -> {
      if (found.hasValues()) {
        entry.write(found);
      }
      switch (found.phase()) {
        case STARTING -> {
          if (rebooted) {
            boolean _ =
                entry.changeAnyhow(
                    found.in(Phase.CREATED), why -> ending.tellUnwritten(entry, why));
          } else {
            starting.resume(entry);
          }
        }
        case RUNNING -> {
          if (rebooted) {
            ending.conclude(entry, ContainerResources.rebooted());
          } else {
            ending.ending(found).ifPresent(end -> ending.conclude(entry, end));
            if (!ending.lost(entry) && entry.record().phase() == Phase.RUNNING) {
              starting.follow(entry);
            }
          }
        }
        case EXITED -> {
          entry.set(found);
          if (ending.ending(found).isPresent() || ending.program(found).knows(found.id())) {
            ending.bury(entry);
          } else {
            entry.cleaned().countDown();
          }
        }
        case REMOVING -> ending.undo(found);
        // It may still be made anew, with other resources.
        case CREATED -> entry.set(making.withValues(found));
        case MAKING -> {}
      }
    });
  }
}
