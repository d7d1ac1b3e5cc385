package dev.jubelet.runtime;

import dev.jubelet.images.ImageStore;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.container.EmbeddedContainers;
import dev.jubelet.runtime.container.ParallelTasks;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.PodIdMappings;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.RuntimeInventory;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.monitor.OciProgram;
import dev.jubelet.runtime.sandbox.EmbeddedSandboxes;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.state.SandboxRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The first thing that happens in a life: what an earlier one left is found, completed or undone,
 * and what belongs to nobody goes. Nothing of it keeps the runtime from starting.
 */
final class Recovery {
  private final RuntimeContext context;
  private final ImageStore images;
  private final CniNetworks networks;
  private final EmbeddedSandboxes sandboxes;
  private final EmbeddedContainers containers;

  Recovery(
      RuntimeContext context,
      ImageStore images,
      CniNetworks networks,
      EmbeddedSandboxes sandboxes,
      EmbeddedContainers containers) {
    this.context = context;
    this.images = images;
    this.networks = networks;
    this.sandboxes = sandboxes;
    this.containers = containers;
  }

  /** Whether what is in the run directory belongs to an earlier boot of the machine. */
  static boolean rebooted(Path run, String boot) {
    try {
      return !Files.readString(run.resolve("boot")).equals(boot);
    } catch (IOException none) {
      return true;
    }
  }

  void run(
      RecordStore.Contents<SandboxRecord> pods,
      RecordStore.Contents<ContainerRecord> members,
      boolean rebooted) {
    pods.damaged().forEach(this::warn);
    members.damaged().forEach(this::warn);
    attempt("directories", () -> close(pods.found(), members.found()));
    ParallelTasks.each(
        List.copyOf(pods.found().values()),
        found -> attempt("sandbox " + found.id(), () -> sandboxes.takeUp(found)));
    ParallelTasks.each(
        List.copyOf(members.found().values()),
        found -> attempt("container " + found.id(), () -> containers.takeUp(found, rebooted)));
    ParallelTasks.each(
        List.copyOf(pods.found().keySet()),
        id -> attempt("sandbox " + id, () -> sandboxes.settle(id, rebooted)));
    attempt("networks", this::collectNetworks);
    attempt("roots", this::releaseRoots);
    attempt("remains", this::sweep);
  }

  private void close(Map<String, SandboxRecord> pods, Map<String, ContainerRecord> members) {
    try {
      for (SandboxRecord pod : pods.values()) {
        context.places().close(pod.id(), PodIdMappings.of(pod.config()));
      }
      for (ContainerRecord member : members.values()) {
        SandboxRecord pod = pods.get(member.sandbox());
        if (pod != null) {
          context.places().close(member.id(), PodIdMappings.of(pod.config()));
        }
      }
    } catch (IOException refused) {
      warn("a directory may stay open to others: " + refused.getMessage());
    }
  }

  private void collectNetworks() {
    networks
        .collect(() ->
            context.inventory().sandboxes().stream()
                .filter(SandboxEntry::ready)
                .map(SandboxEntry::id)
                .collect(Collectors.toSet()))
        .failures()
        .forEach(this::warn);
  }

  private void releaseRoots() {
    Set<String> used = new HashSet<>();
    for (ContainerEntry entry : context.inventory().containers()) {
      used.add(entry.id());
      used.addAll(entry.record().roots());
    }
    try {
      for (String key : images.roots()) {
        if (!used.contains(key)) {
          images.releaseRoot(key);
        }
      }
    } catch (IOException refused) {
      warn("a root that nobody uses stays: " + refused.getMessage());
    }
  }

  /** What is left in the run directory of those whom nobody remembers. */
  private void sweep() {
    RuntimeInventory inventory = context.inventory();
    try {
      for (String id : context.places().ids()) {
        if (inventory.sandbox(id).isEmpty() && inventory.container(id).isEmpty()) {
          for (OciProgram program : context.programs().handlers().values()) {
            program.delete(id);
          }
          context.conmon().forget(id);
          context.places().remove(id);
        }
      }
    } catch (IOException refused) {
      warn("remains stay in " + context.places() + ": " + refused.getMessage());
    }
  }

  private void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (OutsideFailure | LinuxException failed) {
      warn(what + ": " + failed.getMessage());
    }
  }

  private void warn(String message) {
    context.journal().write(Journal.Level.WARNING, "RuntimeRecovery", message);
  }
}
