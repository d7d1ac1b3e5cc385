package dev.jubelet.runtime.oci.input;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the pod's own things are on the node. Whether a container uses them is for its
 * configuration to say, so that all of them may be told always.
 *
 * @param pid the namespace of the pause process, or of the container that is the target
 * @param shm the directory that is {@code /dev/shm} for all containers that share IPC
 * @param hostname what the pod is called; empty for the node's name
 */
@RecordBuilder
public record SandboxPaths(
    Optional<Path> network,
    Optional<Path> ipc,
    Optional<Path> uts,
    Optional<Path> pid,
    Optional<Path> user,
    Optional<Path> shm,
    Optional<Path> resolvConf,
    Optional<Path> hostnameFile,
    Optional<Path> hosts,
    String hostname) {
  public static final SandboxPaths NONE =
      new SandboxPaths(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          "");
}
