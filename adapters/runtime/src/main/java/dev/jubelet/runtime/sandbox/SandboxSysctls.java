package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.SandboxEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Kernel parameters of a pod: only those that belong to a namespace of its own. */
final class SandboxSysctls {
  private static final Set<String> IPC =
      Set.of("kernel/sem", "kernel/shmall", "kernel/shmmax", "kernel/shmmni");
  private static final List<String> IPC_PREFIXES =
      List.of("kernel/msg", "kernel/shm_", "fs/mqueue/");

  private SandboxSysctls() {}

  /**
   * Files beneath {@code /proc/sys} and what is to be in them.
   *
   * @throws OutsideFailure BAD_SPEC for one that would be the node's
   */
  static Map<String, String> files(SandboxConfig config) {
    Map<String, String> files = new LinkedHashMap<>();
    config
        .sysctls()
        .forEach((name, value) -> {
          String file = file(name);
          Kind kind =
              kind(file).orElseThrow(() -> refused(name, "it belongs to no namespace of a pod"));
          boolean nodes =
              switch (kind) {
                case IPC -> SandboxEntry.onNodesIpc(config);
                case NETWORK, UTS, PID, USER -> SandboxEntry.onNodesNetwork(config);
              };
          if (nodes) {
            throw refused(name, "the pod uses the node's " + kind.file() + " namespace");
          }
          files.put(file, value);
        });
    return files;
  }

  /** sysctl(8): whichever of dot and slash comes first separates; the other stands for itself. */
  static String file(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    String path = name;
    if (dot >= 0 && (slash < 0 || dot < slash)) {
      path = name.replace('/', '\0').replace('.', '/').replace('\0', '.');
    }
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw refused(name, "it is no name of a parameter");
      }
    }
    return path;
  }

  static Optional<Kind> kind(String file) {
    if (file.startsWith("net/")) {
      return Optional.of(Kind.NETWORK);
    }
    if (file.equals("kernel/domainname")) {
      return Optional.of(Kind.UTS);
    }
    boolean ipc = IPC.contains(file) || IPC_PREFIXES.stream().anyMatch(file::startsWith);
    return ipc ? Optional.of(Kind.IPC) : Optional.empty();
  }

  /** In the namespaces of the thread that calls. */
  static void write(Map<String, String> files) {
    files.forEach((file, value) -> {
      try {
        Files.writeString(Path.of("/proc/sys", file), value);
      } catch (IOException refused) {
        throw cannotSet(file, value, refused);
      }
    });
  }

  static OutsideFailure cannotSet(String file, String value, IOException refused) {
    return new OutsideFailure(
        FailureKind.BAD_SPEC,
        "cannot set sysctl " + file + " to \"" + value + "\": " + refused.getMessage(),
        refused);
  }

  private static OutsideFailure refused(String name, String why) {
    return new OutsideFailure(FailureKind.BAD_SPEC, "sysctl \"" + name + "\": " + why);
  }
}
