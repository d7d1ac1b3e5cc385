package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.state.SandboxRecord;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Takes sandboxes apart, in the reverse order of their making. Every step finds done what is done,
 * so that it serves those that are whole, half made, or half taken apart.
 */
public final class SandboxTeardown {
  private final RuntimeContext context;
  private final SandboxNetwork network;
  private final PauseProcess pause;
  private final RecordStore<SandboxRecord> shelf;

  SandboxTeardown(
      RuntimeContext context, SandboxNetwork network, RecordStore<SandboxRecord> shelf) {
    this.context = context;
    this.network = network;
    this.pause = new PauseProcess(context);
    this.shelf = shelf;
  }

  /** Ends what runs and gives back what others could use; its record and files stay. */
  void stop(SandboxRecord record) {
    Path place = context.places().pod(record.id());
    try {
      if (SandboxEntry.needsPause(record.config())) {
        pause.end(record.id(), record.handler(), record.pause());
      }
      if (!SandboxEntry.onNodesNetwork(record.config())) {
        network.detach(record.id());
      }
      new SandboxNamespaces(place, record.config()).remove();
      new SandboxFiles(place).unmount();
    } catch (IOException | LinuxException refused) {
      throw LinuxException.asFailure("cannot take sandbox " + record.id() + " apart", refused);
    }
  }

  /** All that is left of one that is stopped, its record last. */
  void remove(SandboxRecord record) {
    try {
      context.places().remove(record.id());
    } catch (IOException | LinuxException refused) {
      throw LinuxException.asFailure("cannot remove the files of sandbox " + record.id(), refused);
    }
    if (!record.madeCgroup().isEmpty()) {
      context.cgroups().removeEmpty(context.cgroupParent(record.config()), record.madeCgroup());
    }
    shelf.remove(record.id());
    context.inventory().forgetSandbox(record.id());
  }

  /** After a failure, which is what the caller is told: what else goes wrong is only noted. */
  void undo(SandboxRecord record) {
    try {
      stop(record);
      remove(record);
    } catch (OutsideFailure second) {
      context.journal().tell(Journal.Level.ERROR, record.config(), "FailedCleanUp", second.text());
    }
  }
}
