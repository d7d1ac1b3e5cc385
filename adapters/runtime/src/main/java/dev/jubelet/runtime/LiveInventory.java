package dev.jubelet.runtime;

import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.sandbox.SandboxNamespaces;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.stream.ReachableContainers;
import java.nio.file.Path;
import java.util.Optional;

/** Who can be talked to, out of the inventory. */
final class LiveInventory implements ReachableContainers {
  private final RuntimeContext context;

  LiveInventory(RuntimeContext context) {
    this.context = context;
  }

  @Override
  public Running container(ContainerId id) {
    ContainerRecord record = context.inventory().requireContainer(id.value()).record();
    ProcessIdentity process = record.process();
    if (record.phase() != ContainerRecord.Phase.RUNNING || process == null || !process.alive()) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "container " + id + " does not run");
    }
    SandboxEntry sandbox = context.inventory().requireSandbox(record.sandbox());
    Path bundle = context.places().bundle(record.id());
    return new Running(
        id,
        context.programs().handler(sandbox.record().handler()).words(),
        bundle,
        context.conmon().attachSocket(record.id()),
        context.conmon().control(bundle),
        process.pid(),
        record.config().stdin());
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
    SandboxEntry entry = context.inventory().requireSandbox(id.value());
    if (!entry.ready()) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "sandbox " + id + " is not ready");
    }
    return new Ready(
        id,
        SandboxNamespaces.paths(
                context.places().pod(entry.id()), entry.record().config(), Optional.empty())
            .namespace(Kind.NETWORK));
  }
}
