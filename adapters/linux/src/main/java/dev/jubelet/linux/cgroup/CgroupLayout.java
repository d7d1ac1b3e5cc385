package dev.jubelet.linux.cgroup;

import dev.jubelet.linux.mount.MountTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The cgroup hierarchies of the machine.
 *
 * @param hierarchies those that limits are written to: one for v2, one per mount for v1
 * @param alsoSwept a v2 tree beside v1 ones: runtimes leave directories there, nobody limits there
 */
public record CgroupLayout(boolean unified, List<Hierarchy> hierarchies, List<Path> alsoSwept) {
  private static final String STANDARD = "/sys/fs/cgroup";
  private static final String V1 = "cgroup";
  private static final String V2 = "cgroup2";
  // Options of a v1 mount that are no controllers.
  private static final Set<String> OPTIONS =
      Set.of("rw", "ro", "xattr", "noprefix", "clone_children", "cpuset_v2_mode", "favordynmods");

  public CgroupLayout {
    hierarchies = List.copyOf(hierarchies);
    alsoSwept = List.copyOf(alsoSwept);
  }

  /**
   * @param controllers empty for v2, where each directory tells its own
   */
  public record Hierarchy(Path mount, Set<String> controllers) {
    public Hierarchy {
      controllers = Set.copyOf(controllers);
    }
  }

  public static CgroupLayout discover(MountTable table) {
    List<Hierarchy> v1 = new ArrayList<>();
    List<Path> v2 = new ArrayList<>();
    Set<Set<String>> seen = new HashSet<>();
    for (MountTable.Mount mount : table.mounts()) {
      if (!isStandardPlace(mount.point())) {
        // Binds elsewhere show a hierarchy a second time.
        continue;
      }
      Path point = Path.of(mount.point());
      if (mount.type().equals(V2)) {
        v2.add(point);
      } else if (mount.type().equals(V1)) {
        Set<String> controllers = controllers(mount);
        if (seen.add(controllers)) {
          v1.add(new Hierarchy(point, controllers));
        }
      }
    }
    return v1.isEmpty() && !v2.isEmpty()
        ? new CgroupLayout(true, List.of(new Hierarchy(v2.getFirst(), Set.of())), List.of())
        : new CgroupLayout(false, v1, v2);
  }

  private static boolean isStandardPlace(String point) {
    return point.equals(STANDARD) || point.startsWith(STANDARD + "/");
  }

  private static Set<String> controllers(MountTable.Mount mount) {
    Set<String> controllers = new TreeSet<>();
    for (String option : mount.superOptions()) {
      if (!OPTIONS.contains(option) && !option.startsWith("release_agent=")) {
        controllers.add(option);
      }
    }
    return controllers;
  }

  /** Every tree that a pod may have a directory in. */
  public List<Path> mounts() {
    List<Path> mounts = new ArrayList<>();
    hierarchies.forEach(hierarchy -> mounts.add(hierarchy.mount()));
    mounts.addAll(alsoSwept);
    return mounts;
  }
}
