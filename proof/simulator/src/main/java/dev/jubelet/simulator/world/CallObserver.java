package dev.jubelet.simulator.world;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Duration;

/** Stands beside the world and sees what our process asks of it, before it happens. */
public interface CallObserver extends StatusSink {
  /** Any call, and what the world has in mind for it. */
  void called(OutsideCall call, Fault fault);

  void starts(ContainerId id);

  void stops(ContainerId id, Duration grace);

  void removes(ContainerId id);

  /** A sandbox is to be stopped or removed: both end all that runs in it. */
  void ends(SandboxId id);
}
