package dev.jubelet.runtime.sandbox;

import static dev.jubelet.runtime.oci.input.SandboxPaths.HOSTNAME;
import static dev.jubelet.runtime.oci.input.SandboxPaths.HOSTS;
import static dev.jubelet.runtime.oci.input.SandboxPaths.RESOLV_CONF;
import static dev.jubelet.runtime.oci.input.SandboxPaths.SHM;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.inventory.PodIdMappings;
import dev.jubelet.runtime.inventory.SandboxEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files that all containers of a pod share, beside its volumes. */
final class SandboxFiles {
  private static final Path NODES_DNS = Path.of("/etc/resolv.conf");
  private static final Path NODES_HOSTS = Path.of("/etc/hosts");
  // Kubernetes: what runtimes have given to pods ever since.
  private static final List<String> SHARED_MEMORY = List.of("mode=1777", "size=64m");

  private final Path place;

  SandboxFiles(Path place) {
    this.place = place;
  }

  void make(SandboxConfig config, String hostname) throws IOException {
    Files.writeString(place.resolve(RESOLV_CONF), dns(config.dns()));
    Files.writeString(place.resolve(HOSTNAME), hostname + "\n");
    Files.writeString(place.resolve(HOSTS), nodes(NODES_HOSTS));
    Optional<PodIdMappings> users = PodIdMappings.of(config);
    users.ifPresent(this::give);
    if (!SandboxEntry.onNodesIpc(config)) {
      Path shm = Files.createDirectory(place.resolve(SHM));
      List<String> options = new ArrayList<>(SHARED_MEMORY);
      users.ifPresent(own -> {
        options.add("uid=" + own.rootUser());
        options.add("gid=" + own.rootGroup());
      });
      Mounts.tmpfs(shm, options);
    }
  }

  /** Its root may change them, as everywhere. */
  private void give(PodIdMappings users) {
    try (OpenDirectory directory = OpenDirectory.at(place)) {
      for (String name : List.of(RESOLV_CONF, HOSTNAME, HOSTS)) {
        directory.chown(name, users.rootUser());
        directory.chgrp(name, users.rootGroup());
      }
    }
  }

  /** The rest of them goes with the directory. */
  void unmount() {
    Mounts.unmountIfMounted(place.resolve(SHM));
  }

  /** CRI: a pod without settings has those of the node. */
  static String dns(DnsSettings settings) throws IOException {
    if (settings.equals(DnsSettings.NONE)) {
      return nodes(NODES_DNS);
    }
    List<String> lines = new ArrayList<>();
    if (!settings.searches().isEmpty()) {
      lines.add("search " + String.join(" ", settings.searches()));
    }
    settings.servers().forEach(server -> lines.add("nameserver " + server));
    if (!settings.options().isEmpty()) {
      lines.add("options " + String.join(" ", settings.options()));
    }
    return String.join("\n", lines) + "\n";
  }

  private static String nodes(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException none) {
      return "";
    }
  }
}
