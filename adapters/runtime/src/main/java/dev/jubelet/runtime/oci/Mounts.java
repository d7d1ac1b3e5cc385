package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.NamespaceOptions;
import dev.jubelet.model.runtime.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.NamespaceOptions.Mode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All mounts of a container: those that every container has, and over them those of the pod. */
final class Mounts {
  /** The group of terminals, which programs that make them expect. */
  private static final long TTY_GROUP = 5;

  private Mounts() {}

  /** Parents before children; of those at the same place, only the last that was named. */
  static List<Mount> of(SpecInput input) {
    List<Mount> asked = new ArrayList<>();
    input.cdi().forEach(edits -> edits.mounts().forEach(asked::add));
    input.mounts().forEach(spec -> asked.add(BindMounts.of(spec)));
    Map<String, Mount> mounts = new LinkedHashMap<>();
    for (Mount mount : usual(input)) {
      if (asked.stream().noneMatch(other -> brings(other, mount))) {
        mounts.put(mount.destination(), mount);
      }
    }
    for (Mount mount : asked) {
      // A later one goes to the end, behind whatever it may lie upon.
      mounts.remove(mount.destination());
      mounts.put(mount.destination(), mount);
    }
    return mounts.values().stream().sorted(Comparator.comparingInt(Mount::depth)).toList();
  }

  /** Whether one's own /dev or /sys comes with all that is usually mounted beneath it. */
  private static boolean brings(Mount asked, Mount usual) {
    String place = asked.destination();
    return (place.equals("/dev") || place.equals("/sys"))
        && usual.destination().startsWith(place + "/");
  }

  private static List<Mount> usual(SpecInput input) {
    NamespaceOptions options = input.namespaces();
    boolean privileged = input.config().security().privileged();
    boolean users = Namespaces.hasUsers(options);
    String access = privileged ? "rw" : "ro";
    List<Mount> mounts = new ArrayList<>();
    // In a user namespace one mounts only what belongs to namespaces of one's own.
    mounts.add(
        users && options.pid() == Mode.NODE
            ? Mount.of("/proc", "bind", "/proc", "rbind", "nosuid", "noexec", "nodev")
            : Mount.of("/proc", "proc", "proc", "nosuid", "noexec", "nodev"));
    mounts.add(
        Mount.of("/dev", "tmpfs", "tmpfs", "nosuid", "strictatime", "mode=755", "size=65536k"));
    mounts.add(terminals(options));
    if (!users || options.ipc() != Mode.NODE) {
      mounts.add(Mount.of("/dev/mqueue", "mqueue", "mqueue", "nosuid", "noexec", "nodev"));
    }
    mounts.add(
        users && options.network() == Mode.NODE
            ? Mount.of("/sys", "bind", "/sys", "rbind", "nosuid", "noexec", "nodev", access)
            : Mount.of("/sys", "sysfs", "sysfs", "nosuid", "noexec", "nodev", access));
    mounts.add(
        Mount.of(
            "/sys/fs/cgroup", "cgroup", "cgroup", "nosuid", "noexec", "nodev", "relatime", access));
    mounts.add(sharedMemory(options, input.places()));
    String files = input.config().security().readOnlyRoot() ? "ro" : "rw";
    file("/etc/resolv.conf", input.places().resolvConf(), files).ifPresent(mounts::add);
    file("/etc/hostname", input.places().hostnameFile(), files).ifPresent(mounts::add);
    file("/etc/hosts", input.places().hosts(), files).ifPresent(mounts::add);
    return mounts;
  }

  private static Mount terminals(NamespaceOptions options) {
    List<String> words =
        new ArrayList<>(List.of("nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620"));
    if (!Namespaces.hasUsers(options) || mapped(options, TTY_GROUP)) {
      words.add("gid=" + TTY_GROUP);
    }
    return new Mount("/dev/pts", "devpts", "devpts", words, List.of());
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

  private static Mount sharedMemory(NamespaceOptions options, SandboxPlaces places) {
    if (options.ipc() == Mode.NODE) {
      return Mount.of("/dev/shm", "bind", "/dev/shm", "rbind", "nosuid", "noexec", "nodev", "rw");
    }
    if (options.ipc() == Mode.POD && places.shm().isPresent()) {
      String source = places.shm().get().toString();
      return Mount.of("/dev/shm", "bind", source, "rbind", "nosuid", "noexec", "nodev", "rw");
    }
    return Mount.of(
        "/dev/shm", "tmpfs", "shm", "nosuid", "noexec", "nodev", "mode=1777", "size=65536k");
  }

  private static Optional<Mount> file(String place, Optional<Path> source, String access) {
    return source.map(
        path -> Mount.of(place, "bind", path.toString(), "rbind", "rprivate", access));
  }
}
