package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.NodeMachine;
import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.linux.network.UserNamespaces;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.inventory.PodIdMappings;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The namespaces that a pod has for its own, pinned beneath its directory. */
public final class SandboxNamespaces {
  private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
  private static final List<Kind> PINNED = List.of(Kind.NETWORK, Kind.IPC, Kind.UTS, Kind.USER);

  private final Path place;
  private final Optional<PodIdMappings> users;
  private final Map<Kind, Path> pins = new EnumMap<>(Kind.class);

  SandboxNamespaces(Path place, SandboxConfig config) {
    this.place = place;
    this.users = PodIdMappings.of(config);
    if (users.isPresent()) {
      pins.put(Kind.USER, pin(Kind.USER));
    }
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

  /**
   * Where a pod's things are for its containers.
   *
   * @param place its directory
   * @param processes the namespace of processes to join, if any
   */
  public static SandboxPaths paths(Path place, SandboxConfig config, Optional<Path> processes) {
    Map<Kind, Path> joined = new EnumMap<>(new SandboxNamespaces(place, config).pins);
    processes.ifPresent(file -> joined.put(Kind.PID, file));
    return new SandboxPaths(joined, Optional.of(place), hostname(config));
  }

  private static String hostname(SandboxConfig config) {
    return config.hostname().isEmpty() ? new NodeMachine().hostName() : config.hostname();
  }

  void make(String hostname) throws IOException {
    if (users.isPresent()) {
      // All at once, so that the others belong to these users and their root may change them.
      UserNamespaces.create(List.of(users.get().users()), List.of(users.get().groups()), pins);
      if (pins.containsKey(Kind.UTS)) {
        Path _ = Namespaces.within(only(Kind.UTS), () -> Files.writeString(HOSTNAME, hostname));
      }
    } else if (!pins.isEmpty()) {
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

  private Map<Kind, Path> only(Kind... kinds) {
    Map<Kind, Path> some = new EnumMap<>(pins);
    some.keySet().retainAll(List.of(kinds));
    return some;
  }

  /**
   * @param sysctls files beneath {@code /proc/sys} and what is to be in them
   */
  void set(Map<String, String> sysctls) throws IOException {
    Map<String, String> outside = new LinkedHashMap<>(sysctls);
    if (users.isPresent()) {
      Map<String, String> inside = new LinkedHashMap<>(sysctls);
      inside.keySet().removeIf(file -> !SandboxSysctls.kind(file).equals(Optional.of(Kind.IPC)));
      outside.keySet().removeAll(inside.keySet());
      setInside(inside);
    }
    if (!outside.isEmpty()) {
      boolean _ =
          Namespaces.within(
              only(Kind.NETWORK, Kind.IPC, Kind.UTS),
              () -> {
                SandboxSysctls.write(outside);
                return true;
              });
    }
  }

  /** The kernel lets only the root of the users that own an IPC namespace change it. */
  private void setInside(Map<String, String> sysctls) {
    sysctls.forEach((file, value) -> {
      try {
        UserNamespaces.write(only(Kind.USER, Kind.IPC), file, value);
      } catch (IOException refused) {
        throw SandboxSysctls.cannotSet(file, value, refused);
      }
    });
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
