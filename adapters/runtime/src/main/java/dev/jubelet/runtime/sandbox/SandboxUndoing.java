package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.LinuxException;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.RuntimeInventory;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.inventory.Surroundings;
import dev.jubelet.runtime.state.RecordShelf;
import dev.jubelet.runtime.state.SandboxRecord;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Takes sandboxes apart, in the reverse order of their making. Every step finds done what is done,
 * so that it serves those that are whole, half made, or half taken apart.
 */
public final class SandboxUndoing {
  private final Surroundings around;
  private final SandboxNetwork network;
  private final PauseProcess pause;
  private final RecordShelf<SandboxRecord> shelf;

  SandboxUndoing(Surroundings around, SandboxNetwork network, RecordShelf<SandboxRecord> shelf) {
    this.around = around;
    this.network = network;
    this.pause = new PauseProcess(around);
    this.shelf = shelf;
  }

  /** Ends what runs and gives back what others could use; its record and files stay. */
  void stop(SandboxRecord record) {
    Path place = around.places().pod(record.id());
    try {
      if (SandboxEntry.needsPause(record.config())) {
        pause.end(record.id(), record.handler(), record.pause());
      }
      if (!SandboxEntry.onNodesNetwork(record.config())) {
        network.detach(record.id());
      }
      new PodNamespaces(place, record.config()).remove();
      new PodFiles(place).unmount();
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL,
          "cannot take sandbox " + record.id() + " apart: " + refused.getMessage(),
          refused);
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot take sandbox " + record.id() + " apart");
    }
  }

  /** All that is left of one that is stopped, its record last. */
  void remove(SandboxRecord record) {
    RuntimeInventory inventory = around.inventory();
    try {
      around.places().remove(record.id());
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL,
          "cannot remove the files of sandbox " + record.id() + ": " + refused.getMessage(),
          refused);
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot remove the files of sandbox " + record.id());
    }
    if (!record.madeCgroup().isEmpty()) {
      around.cgroups().removeEmpty(around.cgroupParent(record.config()), record.madeCgroup());
    }
    shelf.remove(record.id());
    inventory.forgetSandbox(record.id());
  }

  /** After a failure, which is what the caller is told: what else goes wrong is only noted. */
  void undo(SandboxRecord record) {
    try {
      stop(record);
      remove(record);
    } catch (OutsideFailure second) {
      around.journal().tell(Journal.Level.ERROR, record.config(), "FailedCleanUp", second.text());
    }
  }
}
