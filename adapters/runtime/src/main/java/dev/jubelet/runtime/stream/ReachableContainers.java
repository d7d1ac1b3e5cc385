package dev.jubelet.runtime.stream;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Who can be talked to at this moment. */
public interface ReachableContainers {
  /**
   * @throws dev.jubelet.ports.OutsideFailure when it is unknown or does not run
   */
  Running container(ContainerId id);

  /** The file to which conmon writes what it says; empty when it has no log. */
  Optional<Path> log(ContainerId id);

  /**
   * @throws dev.jubelet.ports.OutsideFailure when it is unknown or not ready
   */
  Ready sandbox(SandboxId id);

  /**
   * @param oci the OCI runtime with its global flags, as first words of a command
   * @param bundle the directory with its {@code config.json}
   * @param attach conmon's socket for attaching (a sequence of packets)
   * @param control conmon's FIFO: terminal sizes, reopening of logs
   * @param pid of its first process
   * @param stdin whether that reads
   */
  record Running(
      ContainerId id,
      List<String> oci,
      Path bundle,
      Path attach,
      Path control,
      long pid,
      boolean stdin) {
    public Running {
      oci = List.copyOf(oci);
    }
  }

  /**
   * @param network its pinned network namespace; empty for the node's own
   */
  record Ready(SandboxId id, Optional<Path> network) {}
}
