package dev.jubelet.runtime.sandbox;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent.Kind;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.runtime.Sandboxes;
import dev.jubelet.runtime.inventory.PodIdMappings;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.RuntimeInventory;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.inventory.Uninterrupted;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.state.SandboxRecord;
import dev.jubelet.runtime.state.SandboxRecord.Phase;
import dev.jubelet.runtime.watch.EventHub;
import dev.jubelet.runtime.watch.ProcessExitWatch;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sandboxes as CRI has them. */
public final class EmbeddedSandboxes implements Sandboxes {
  private final RuntimeContext context;
  private final RuntimeInventory inventory;
  private final RecordStore<SandboxRecord> shelf;
  private final SandboxCreation making;
  private final SandboxTeardown undoing;
  private final PodContainers containers;
  private final EventHub events;
  private final ProcessExitWatch deaths;

  public EmbeddedSandboxes(
      RuntimeContext context,
      CniNetworks networks,
      RecordStore<SandboxRecord> shelf,
      PodContainers containers,
      EventHub events,
      ProcessExitWatch deaths) {
    SandboxNetwork network = new SandboxNetwork(networks);
    this.context = context;
    this.inventory = context.inventory();
    this.shelf = shelf;
    this.making = new SandboxCreation(context, network);
    this.undoing = new SandboxTeardown(context, network, shelf);
    this.containers = containers;
    this.events = events;
    this.deaths = deaths;
  }

  @Override
  public SandboxId run(SandboxConfig config, String runtimeHandler) {
    String handler = context.programs().handlerName(runtimeHandler);
    // Before anything else: who asks for what cannot be gets no name and no id.
    context.programs().handler(handler);
    Optional<PodIdMappings> _ = PodIdMappings.of(config);
    String name = SandboxEntry.name(config);
    Optional<SandboxId> earlier = unclaimed(name, config, runtimeHandler);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    String id = inventory.newId();
    SandboxRecord begun =
        new SandboxRecord(
            id,
            config,
            runtimeHandler,
            handler,
            Phase.MAKING,
            Instant.now(),
            context.boot(),
            List.of(),
            cgroupToMake(config),
            null);
    SandboxEntry entry = new SandboxEntry(shelf, begun);
    entry.run(() -> {
      // Not before: whoever is interrupted while it waits for its turn has no name to give
      // back.
      inventory.reserve(name, id);
      make(entry);
    });
    events.tell(Kind.CREATED, id, entry.uid());
    events.tell(Kind.STARTED, id, entry.uid());
    if (Thread.currentThread().isInterrupted()) {
      inventory.leaveUnclaimed(id);
    }
    return new SandboxId(id);
  }

  private void make(SandboxEntry entry) {
    SandboxRecord begun = entry.record();
    try {
      entry.write(begun);
      entry.change(making.make(begun));
      inventory.add(entry);
      followPause(entry);
    } catch (RuntimeException failed) {
      Uninterrupted.run(() -> undoing.undo(begun));
      inventory.release(begun.id());
      throw failed;
    }
  }

  /** The same call again by somebody who did not wait for the first one's answer. */
  private Optional<SandboxId> unclaimed(String name, SandboxConfig config, String handler) {
    return inventory
        .holder(name)
        .flatMap(inventory::sandbox)
        .filter(SandboxEntry::ready)
        .filter(entry -> entry.record().config().equals(config))
        .filter(entry -> entry.record().asked().equals(handler))
        .filter(entry -> inventory.claim(entry.id()))
        .map(entry -> new SandboxId(entry.id()));
  }

  /** What is not there yet is ours to remove; also when another pod of ours came first. */
  private String cgroupToMake(SandboxConfig config) {
    return switch (context.settings().cgroupDriver()) {
      // systemd takes away slices by itself.
      case SYSTEMD -> "";
      case CGROUPFS -> {
        String parent = context.cgroupParent(config);
        Path path = Path.of(parent);
        yield inventory.sandboxes().stream()
            .map(other -> other.record().madeCgroup())
            .filter(made -> !made.isEmpty() && path.startsWith(made))
            .findFirst()
            .or(() -> context.cgroups().missing(parent))
            .orElse("");
      }
    };
  }

  @Override
  public void stop(SandboxId id) {
    inventory.sandbox(id.value()).ifPresent(this::stop);
  }

  private void stop(SandboxEntry entry) {
    boolean wasReady = leaveReady(entry);
    containers.endAll(entry.id());
    entry.run(() -> {
      if (entry.record().phase() == Phase.STOPPING) {
        undoing.stop(entry.record());
        change(entry, Phase.STOPPED);
      }
    });
    if (wasReady) {
      events.tell(Kind.STOPPED, entry.id(), entry.uid());
    }
  }

  @Override
  public void remove(SandboxId id) {
    inventory.sandbox(id.value()).ifPresent(this::remove);
  }

  private void remove(SandboxEntry entry) {
    if (entry.record().phase() != Phase.REMOVING) {
      stop(entry);
    }
    containers.removeAll(entry.id());
    boolean removed =
        entry.take(() -> {
          if (inventory.sandbox(entry.id()).isEmpty()) {
            return false;
          }
          change(entry, Phase.REMOVING);
          undoing.remove(entry.record());
          return true;
        });
    if (removed) {
      events.tell(Kind.DELETED, entry.id(), entry.uid());
    }
  }

  /**
   * A step to its end. Where it cannot be written down, the next life sees what is left of the
   * sandbox and goes on from there.
   */
  private void change(SandboxEntry entry, Phase phase) {
    boolean _ =
        entry.changeAnyhow(
            entry.record().in(phase),
            why ->
                context
                    .journal()
                    .tell(
                        Journal.Level.WARNING,
                        entry.record().config(),
                        "FailedRecord",
                        "sandbox " + entry.id() + ": its end goes on without a record: " + why));
  }

  /** False when somebody else was faster. */
  private boolean leaveReady(SandboxEntry entry) {
    return entry.take(() -> {
      boolean ready = entry.ready();
      if (ready) {
        change(entry, Phase.STOPPING);
      }
      return ready;
    });
  }

  @Override
  public Optional<ObservedSandbox> status(SandboxId id) {
    return inventory.sandbox(id.value()).map(entry -> entry.seen(true));
  }

  @Override
  public List<ObservedSandbox> list(@Nullable PodUid uid) {
    return inventory.sandboxes().stream()
        .filter(entry -> uid == null || entry.uid().equals(uid))
        .map(entry -> entry.seen(false))
        .toList();
  }

  /** The pod's cgroup belongs to the kubelet, which has changed it already; this is remembered. */
  @Override
  public void updateResources(SandboxId id, LinuxResources overhead, LinuxResources resources) {
    SandboxEntry entry = inventory.requireSandbox(id.value());
    entry.run(() -> entry.change(entry.record().with(overhead, resources)));
  }

  /** Its own monitor need not live to tell its end. */
  private void followPause(SandboxEntry entry) {
    if (entry.record().pause() != null) {
      deaths.follow(entry.record().pause(), () -> pauseEnded(entry.id()));
    }
  }

  /** Its pause process ended, and with it everything that shared its namespaces. */
  public void pauseEnded(String id) {
    inventory
        .sandbox(id)
        .filter(this::leaveReady)
        .ifPresent(entry -> events.tell(Kind.STOPPED, id, entry.uid()));
  }

  /** Takes up what an earlier life of ours left; what that one only half made goes. */
  public void takeUp(SandboxRecord found) {
    if (found.phase() == Phase.MAKING) {
      undoing.undo(found);
      return;
    }
    inventory.reserve(SandboxEntry.name(found.config()), found.id());
    inventory.add(new SandboxEntry(shelf, found));
  }

  /**
   * Completes what was begun with it, once its containers are known.
   *
   * @param rebooted whether nothing of it can run any more
   */
  public void settle(String id, boolean rebooted) {
    SandboxEntry entry = inventory.sandbox(id).orElse(null);
    if (entry == null) {
      return;
    }
    if (entry.ready() && (rebooted || !intact(entry.record()))) {
      change(entry, Phase.STOPPING);
    }
    switch (entry.record().phase()) {
      case STOPPING -> stop(entry);
      case REMOVING -> remove(entry);
      case READY -> followPause(entry);
      case MAKING, STOPPED -> {}
    }
  }

  private boolean intact(SandboxRecord record) {
    boolean pause = record.pause() == null || record.pause().alive();
    return pause
        && new SandboxNamespaces(context.places().pod(record.id()), record.config()).intact();
  }
}
