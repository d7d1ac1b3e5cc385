package dev.jubelet.runtime.oci.input;

import dev.jubelet.linux.network.Namespaces.Kind;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the pod's own things are on the node. Whether a container uses them is for its
 * configuration to say, so that all of them may be told always.
 *
 * @param namespaces that of processes is the pause process's, or that of the container that is the
 *     target
 * @param files the directory of the files that all containers of the pod share
 * @param hostname what the pod is called; empty for the node's name
 */
public record SandboxPaths(Map<Kind, Path> namespaces, Optional<Path> files, String hostname) {
  public static final SandboxPaths NONE = new SandboxPaths(Map.of(), Optional.empty(), "");

  /** The directory that is {@code /dev/shm} for all containers that share IPC. */
  public static final String SHM = "shm";

  public static final String RESOLV_CONF = "resolv.conf";
  public static final String HOSTNAME = "hostname";
  public static final String HOSTS = "hosts";

  public SandboxPaths {
    namespaces = Map.copyOf(namespaces);
  }

  public Optional<Path> namespace(Kind kind) {
    return Optional.ofNullable(namespaces.get(kind));
  }

  public Optional<Path> file(String name) {
    return files.map(directory -> directory.resolve(name));
  }
}
