package dev.jubelet.simulator;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.testkit.Fault;
import dev.jubelet.testkit.OutsideCall;
import java.time.Duration;

/** Stands beside the world and sees what our process asks of it, before it happens. */
interface Witness extends StatusSink {
  /** Any call, and what the world has in mind for it. */
  void called(OutsideCall call, Fault fault);

  void starts(ContainerId id);

  void stops(ContainerId id, Duration grace);

  void removes(ContainerId id);

  /** A sandbox is to be stopped or removed: both end all that runs in it. */
  void ends(SandboxId id);
}
