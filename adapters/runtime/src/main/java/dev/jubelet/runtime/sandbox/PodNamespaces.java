package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.Namespaces;
import dev.jubelet.linux.Namespaces.Kind;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.runtime.inventory.SandboxEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The namespaces that a pod has for its own, pinned beneath its directory. */
final class PodNamespaces {
  private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
  private static final List<Kind> PINNED = List.of(Kind.NETWORK, Kind.IPC, Kind.UTS);

  private final Path place;
  private final Map<Kind, Path> pins = new EnumMap<>(Kind.class);

  PodNamespaces(Path place, SandboxConfig config) {
    this.place = place;
    if (!SandboxEntry.onNodesNetwork(config)) {
      pins.put(Kind.NETWORK, pin(Kind.NETWORK));
      // CRI has no choice for the name: a pod on the node's network has the node's name.
      pins.put(Kind.UTS, pin(Kind.UTS));
    }
    if (!SandboxEntry.onNodesIpc(config)) {
      pins.put(Kind.IPC, pin(Kind.IPC));
    }
  }

  private Path pin(Kind kind) {
    return place.resolve(kind.file());
  }

  Optional<Path> of(Kind kind) {
    return Optional.ofNullable(pins.get(kind));
  }

  void make(String hostname) throws IOException {
    if (!pins.isEmpty()) {
      Namespaces.create(
          pins,
          () -> {
            if (pins.containsKey(Kind.UTS)) {
              Files.writeString(HOSTNAME, hostname);
            }
            return pins;
          });
    }
  }

  /** Pins those that a process was made with. */
  void pinFrom(long pid, String hostname) throws IOException {
    for (Map.Entry<Kind, Path> each : pins.entrySet()) {
      Namespaces.pin(pid, each.getKey(), each.getValue());
    }
    if (pins.containsKey(Kind.UTS)) {
      Path _ =
          Namespaces.within(
              Map.of(Kind.UTS, pin(Kind.UTS)), () -> Files.writeString(HOSTNAME, hostname));
    }
  }

  void set(Map<String, String> sysctls) throws IOException {
    if (!sysctls.isEmpty()) {
      boolean _ =
          Namespaces.within(
              pins,
              () -> {
                Sysctls.write(sysctls);
                return true;
              });
    }
  }

  void remove() throws IOException {
    for (Kind kind : PINNED) {
      Namespaces.remove(pin(kind));
    }
  }

  /** Whether all are where they should be. */
  boolean intact() {
    return pins.values().stream().allMatch(Files::exists);
  }
}
