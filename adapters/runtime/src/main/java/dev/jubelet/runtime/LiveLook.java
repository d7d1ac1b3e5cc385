package dev.jubelet.runtime;

import dev.jubelet.linux.ProcessMark;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.inventory.Surroundings;
import dev.jubelet.runtime.oci.SandboxPlaces;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.SandboxRecord;
import dev.jubelet.runtime.stream.LiveContainers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/** Who can be talked to, out of the inventory. */
final class LiveLook implements LiveContainers {
  private final Surroundings around;
  private final BiFunction<SandboxRecord, Optional<Path>, SandboxPlaces> places;

  LiveLook(Surroundings around, BiFunction<SandboxRecord, Optional<Path>, SandboxPlaces> places) {
    this.around = around;
    this.places = places;
  }

  @Override
  public Running container(ContainerId id) {
    ContainerEntry entry =
        around
            .inventory()
            .container(id.value())
            .orElseThrow(() -> new OutsideFailure(FailureKind.NOT_FOUND, "no container " + id));
    ContainerRecord record = entry.record();
    ProcessMark process = record.process();
    if (record.phase() != ContainerRecord.Phase.RUNNING || process == null || !process.alive()) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "container " + id + " does not run");
    }
    SandboxEntry sandbox = sandboxEntry(record.sandbox());
    Path bundle = around.places().bundle(record.id());
    return new Running(
        id,
        around.programs().handler(sandbox.record().handler()).words(),
        bundle,
        around.conmon().attachSocket(record.id()),
        around.conmon().control(bundle),
        process.pid(),
        record.config().tty(),
        record.config().stdin(),
        record.config().stdinOnce());
  }

  @Override
  public Optional<Path> log(ContainerId id) {
    return around
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
    return around
        .inventory()
        .sandbox(id)
        .orElseThrow(() -> new OutsideFailure(FailureKind.NOT_FOUND, "no sandbox " + id));
  }
}
