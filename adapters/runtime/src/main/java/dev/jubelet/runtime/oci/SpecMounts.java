package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All mounts of a container: those that every container has, and over them those of the pod. */
final class SpecMounts {
  /** The group of terminals, which programs that make them expect. */
  private static final long TTY_GROUP = 5;

  static final SpecMount PROC = SpecMount.of("/proc", "proc", "proc", "nosuid", "noexec", "nodev");
  static final SpecMount DEV =
      SpecMount.of("/dev", "tmpfs", "tmpfs", "nosuid", "strictatime", "mode=755", "size=65536k");

  private SpecMounts() {}

  /** Parents before children; of those at the same place, only the last that was named. */
  static List<SpecMount> of(SpecInput input) {
    List<SpecMount> asked = new ArrayList<>();
    input.cdi().forEach(edits -> edits.mounts().forEach(asked::add));
    input.mounts().forEach(spec -> asked.add(BindMounts.of(spec)));
    Map<String, SpecMount> mounts = new LinkedHashMap<>();
    for (SpecMount mount : usual(input)) {
      if (asked.stream().noneMatch(other -> brings(other, mount))) {
        mounts.put(mount.destination(), mount);
      }
    }
    for (SpecMount mount : asked) {
      // A later one goes to the end, behind whatever it may lie upon.
      mounts.remove(mount.destination());
      mounts.put(mount.destination(), mount);
    }
    return mounts.values().stream().sorted(Comparator.comparingInt(SpecMount::depth)).toList();
  }

  /** Whether one's own /dev or /sys comes with all that is usually mounted beneath it. */
  private static boolean brings(SpecMount asked, SpecMount usual) {
    String place = asked.destination();
    return (place.equals("/dev") || place.equals("/sys"))
        && usual.destination().startsWith(place + "/");
  }

  private static List<SpecMount> usual(SpecInput input) {
    NamespaceOptions options = input.namespaces();
    boolean privileged = input.config().security().privileged();
    boolean users = SpecNamespaces.hasUsers(options);
    String access = privileged ? "rw" : "ro";
    List<SpecMount> mounts = new ArrayList<>();
    // In a user namespace one mounts only what belongs to namespaces of one's own.
    mounts.add(
        users && options.pid() == Mode.NODE
            ? SpecMount.of("/proc", "bind", "/proc", "rbind", "nosuid", "noexec", "nodev")
            : PROC);
    mounts.add(DEV);
    mounts.add(terminals(options));
    if (!users || options.ipc() != Mode.NODE) {
      mounts.add(SpecMount.of("/dev/mqueue", "mqueue", "mqueue", "nosuid", "noexec", "nodev"));
    }
    mounts.add(
        users && options.network() == Mode.NODE
            ? SpecMount.of("/sys", "bind", "/sys", "rbind", "nosuid", "noexec", "nodev", access)
            : SpecMount.of("/sys", "sysfs", "sysfs", "nosuid", "noexec", "nodev", access));
    mounts.add(
        SpecMount.of(
            "/sys/fs/cgroup", "cgroup", "cgroup", "nosuid", "noexec", "nodev", "relatime", access));
    mounts.add(sharedMemory(options, input.place().paths()));
    String files = input.config().security().readOnlyRoot() ? "ro" : "rw";
    for (String name :
        List.of(SandboxPaths.RESOLV_CONF, SandboxPaths.HOSTNAME, SandboxPaths.HOSTS)) {
      input
          .place()
          .paths()
          .file(name)
          .map(file ->
              SpecMount.of("/etc/" + name, "bind", file.toString(), "rbind", "rprivate", files))
          .ifPresent(mounts::add);
    }
    return mounts;
  }

  private static SpecMount terminals(NamespaceOptions options) {
    List<String> words =
        new ArrayList<>(List.of("nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620"));
    if (!SpecNamespaces.hasUsers(options) || mapped(options, TTY_GROUP)) {
      words.add("gid=" + TTY_GROUP);
    }
    return new SpecMount("/dev/pts", "devpts", "devpts", words, List.of());
  }

  private static boolean mapped(NamespaceOptions options, long gid) {
    if (options.user() == null) {
      return true;
    }
    for (IdMapping mapping : options.user().gids()) {
      long first = Integer.toUnsignedLong(mapping.containerId());
      if (gid >= first && gid < first + Integer.toUnsignedLong(mapping.length())) {
        return true;
      }
    }
    return false;
  }

  private static SpecMount sharedMemory(NamespaceOptions options, SandboxPaths paths) {
    Optional<String> shared =
        switch (options.ipc()) {
          case NODE -> Optional.of("/dev/shm");
          case POD -> paths.file(SandboxPaths.SHM).map(Path::toString);
          case CONTAINER, TARGET -> Optional.empty();
        };
    return shared
        .map(source ->
            SpecMount.of("/dev/shm", "bind", source, "rbind", "nosuid", "noexec", "nodev", "rw"))
        .orElseGet(() ->
            SpecMount.of(
                "/dev/shm",
                "tmpfs",
                "shm",
                "nosuid",
                "noexec",
                "nodev",
                "mode=1777",
                "size=65536k"));
  }
}
