package dev.jubelet.acceptance.host;

import dev.jubelet.linux.mount.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The control groups of the machine, in every hierarchy that is mounted. */
public final class HostCgroups {
  private HostCgroups() {}

  /** One mounted hierarchy in the unified layout, one for each controller in the old one. */
  public static List<Path> hierarchies() {
    return MountTable.read().mounts().stream()
        .filter(mount -> mount.type().equals("cgroup") || mount.type().equals("cgroup2"))
        .map(mount -> Path.of(mount.point()))
        .distinct()
        .toList();
  }

  /** Where a group exists, by its path below the root of a hierarchy, without leading slash. */
  public static List<Path> directories(String group) {
    return hierarchies().stream()
        .map(hierarchy -> hierarchy.resolve(group))
        .filter(Files::isDirectory)
        .toList();
  }

  /** The group and all groups in it, parents first. */
  public static List<Path> beneath(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(directory)) {
      walk.filter(Files::isDirectory).sorted().forEach(found::add);
    } catch (UncheckedIOException | IOException gone) {
      // Groups come and go while one looks; what was seen is good enough.
      return found;
    }
    return found;
  }

  /**
   * Makes a group and lets it have more of the CPU than single processes outside of it. A group at
   * the top counts like one of them otherwise, so that builds and tests beside it starve its pods.
   */
  public static void prefer(String group) {
    for (Path hierarchy : hierarchies()) {
      if (Files.exists(hierarchy.resolve("cpu.shares"))) {
        try {
          Path preferred = Files.createDirectories(hierarchy.resolve(group));
          Files.writeString(preferred.resolve("cpu.shares"), "16384");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** Removes a group that has no process any more, with those in it. */
  public static void remove(String group) {
    directories(group).forEach(HostCgroups::remove);
  }

  static void remove(Path directory) {
    List<Path> deepestFirst =
        beneath(directory).stream()
            .sorted(Comparator.comparingInt(Path::getNameCount).reversed())
            .toList();
    for (Path group : deepestFirst) {
      try {
        // cgroups(7): its files vanish with the directory.
        Files.deleteIfExists(group);
      } catch (IOException inUse) {
        // Then somebody else finds it left.
      }
    }
  }
}
