package dev.jubelet.runtime;

import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.SandboxRecord;
import dev.jubelet.runtime.stream.ReachableContainers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/** Who can be talked to, out of the inventory. */
final class LiveInventory implements ReachableContainers {
  private final RuntimeContext context;
  private final BiFunction<SandboxRecord, Optional<Path>, SandboxPaths> places;

  LiveInventory(
      RuntimeContext context, BiFunction<SandboxRecord, Optional<Path>, SandboxPaths> places) {
    this.context = context;
    this.places = places;
  }

  @Override
  public Running container(ContainerId id) {
    ContainerEntry entry =
        context
            .inventory()
            .container(id.value())
            .orElseThrow(() -> new OutsideFailure(FailureKind.NOT_FOUND, "no container " + id));
    ContainerRecord record = entry.record();
    ProcessIdentity process = record.process();
    if (record.phase() != ContainerRecord.Phase.RUNNING || process == null || !process.alive()) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "container " + id + " does not run");
    }
    SandboxEntry sandbox = sandboxEntry(record.sandbox());
    Path bundle = context.places().bundle(record.id());
    return new Running(
        id,
        context.programs().handler(sandbox.record().handler()).words(),
        bundle,
        context.conmon().attachSocket(record.id()),
        context.conmon().control(bundle),
        process.pid(),
        record.config().tty(),
        record.config().stdin(),
        record.config().stdinOnce());
  }

  @Override
  public Optional<Path> log(ContainerId id) {
    return context
        .inventory()
        .container(id.value())
        .map(entry -> entry.record().logPath())
        .filter(path -> !path.isEmpty())
        .map(Path::of);
  }

  @Override
  public Ready sandbox(SandboxId id) {
    SandboxEntry entry = sandboxEntry(id.value());
    if (!entry.ready()) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "sandbox " + id + " is not ready");
    }
    return new Ready(id, places.apply(entry.record(), Optional.empty()).network());
  }

  private SandboxEntry sandboxEntry(String id) {
    return context
        .inventory()
        .sandbox(id)
        .orElseThrow(() -> new OutsideFailure(FailureKind.NOT_FOUND, "no sandbox " + id));
  }
}
