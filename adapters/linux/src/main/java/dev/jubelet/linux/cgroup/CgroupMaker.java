package dev.jubelet.linux.cgroup;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes cgroups, from the mount of a hierarchy downwards, and writes their limits. */
final class CgroupMaker {
  private static final String CONTROLLERS = "cgroup.controllers";
  private static final String SUBTREE = "cgroup.subtree_control";
  // Without these a limit of Kubernetes would silently not hold.
  private static final Set<String> NEEDED = Set.of("cpu", "cpuset", "memory", "hugetlb", "pids");
  private static final List<String> CPUSET = List.of("cpuset.cpus", "cpuset.mems");

  private final CgroupLayout layout;
  private final CgroupFiles files;

  CgroupMaker(CgroupLayout layout, CgroupFiles files) {
    this.layout = layout;
    this.files = files;
  }

  boolean exists(String path) {
    return !layout.hierarchies().isEmpty()
        && layout.hierarchies().stream()
            .allMatch(hierarchy -> files.exists(hierarchy.mount().resolve(path)));
  }

  void make(String path) {
    for (CgroupLayout.Hierarchy hierarchy : layout.hierarchies()) {
      Path parent = hierarchy.mount();
      for (Path name : Path.of(path)) {
        Path directory = parent.resolve(name);
        if (layout.unified()) {
          enableControllersBelow(parent);
        }
        makeOne(directory);
        if (hierarchy.controllers().contains("cpuset")) {
          inheritCpuset(parent, directory);
        }
        parent = directory;
      }
    }
  }

  void mark(String path, String owner) {
    layout.hierarchies().forEach(hierarchy -> files.mark(hierarchy.mount().resolve(path), owner));
  }

  void write(String path, List<CgroupFormat.Setting> settings) {
    for (CgroupLayout.Hierarchy hierarchy : layout.hierarchies()) {
      Path directory = hierarchy.mount().resolve(path);
      Set<String> here = layout.unified() ? words(directory, CONTROLLERS) : hierarchy.controllers();
      List<CgroupFormat.Setting> refused = new ArrayList<>();
      for (CgroupFormat.Setting setting : settings) {
        if (here.contains(setting.controller()) && !written(directory, setting)) {
          refused.add(setting);
        }
      }
      // v1 checks period and quota against each other: what was refused may fit after the rest.
      for (CgroupFormat.Setting setting : refused) {
        files.write(directory.resolve(setting.file()), setting.value());
      }
    }
  }

  private boolean written(Path directory, CgroupFormat.Setting setting) {
    try {
      files.write(directory.resolve(setting.file()), setting.value());
      return true;
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENOENT && files.exists(directory)) {
        // A kernel built without this part of the controller.
        return true;
      }
      refused.throwUnless(Errno.EINVAL);
      return false;
    }
  }

  private void makeOne(Path directory) {
    if (files.exists(directory)) {
      return;
    }
    try {
      files.makeDirectory(directory);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EEXIST);
    }
  }

  /** v1: a new cpuset is empty, and nothing can run in it until it has CPUs and memory nodes. */
  private void inheritCpuset(Path parent, Path directory) {
    for (String file : CPUSET) {
      Optional<String> own = files.read(directory.resolve(file));
      if (own.isPresent() && own.get().isEmpty()) {
        files
            .read(parent.resolve(file))
            .ifPresent(inherited -> files.write(directory.resolve(file), inherited));
      }
    }
  }

  /** v2: a child has the controllers that its parent hands down. */
  private void enableControllersBelow(Path parent) {
    Set<String> missing = words(parent, CONTROLLERS);
    missing.removeAll(words(parent, SUBTREE));
    for (String controller : missing) {
      try {
        files.write(parent.resolve(SUBTREE), "+" + controller);
      } catch (LinuxException refused) {
        if (NEEDED.contains(controller)) {
          throw refused;
        }
      }
    }
  }

  private Set<String> words(Path directory, String file) {
    String content = files.read(directory.resolve(file)).orElse("");
    Set<String> words = new LinkedHashSet<>(Arrays.asList(content.split("\\s+", -1)));
    words.remove("");
    return words;
  }
}
