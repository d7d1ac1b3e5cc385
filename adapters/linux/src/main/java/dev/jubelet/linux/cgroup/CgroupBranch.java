package dev.jubelet.linux.cgroup;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One cgroup in all hierarchies that the machine has, by its path from their mounts. */
public final class CgroupBranch {
  private final CgroupLayout layout;
  private final CgroupFiles files = new CgroupFiles.OfKernel();
  private final CgroupReaper reaper = new CgroupReaper(files, Thread::sleep);

  public CgroupBranch(CgroupLayout layout) {
    this.layout = layout;
  }

  private List<Path> places(String path) {
    List<Path> places = new ArrayList<>();
    for (Path mount : layout.mounts()) {
      Path place = mount.resolve(relative(path)).normalize();
      if (place.startsWith(mount) && !place.equals(mount)) {
        places.add(place);
      }
    }
    return places;
  }

  private static String relative(String path) {
    return path.replaceFirst("^/+", "");
  }

  /** Whether some hierarchy has it. */
  public boolean exists(String path) {
    return places(path).stream().anyMatch(files::exists);
  }

  /** The uppermost part of a path that no hierarchy has; empty when all of it is there. */
  public Optional<String> missing(String path) {
    String current = "";
    for (Path name : Path.of(relative(path))) {
      current += "/" + name;
      if (!exists(current)) {
        return current.equals("/") ? Optional.empty() : Optional.of(current);
      }
    }
    return Optional.empty();
  }

  /** Kills what is in it and removes it; false when something is still in use. */
  public boolean remove(String path) throws InterruptedException {
    List<Path> present = places(path).stream().filter(files::exists).toList();
    return present.isEmpty() || reaper.remove(present).isEmpty();
  }

  /** Removes it, and those above it up to {@code top}, wherever nothing is left in them. */
  public void removeEmpty(String path, String top) {
    for (Path mount : layout.mounts()) {
      Path uppermost = mount.resolve(relative(top)).normalize();
      Path place = mount.resolve(relative(path)).normalize();
      if (uppermost.equals(mount) || !uppermost.startsWith(mount)) {
        continue;
      }
      while (place != null && place.startsWith(uppermost)) {
        try {
          files.removeDirectory(place);
        } catch (LinuxException inUse) {
          if (inUse.errno() != Errno.ENOENT) {
            break;
          }
        }
        place = place.getParent();
      }
    }
  }

  /** A file of the cgroup, from the hierarchy that has its controller. */
  public Optional<String> read(String path, String controller, String file) {
    return directory(path, controller).flatMap(place -> files.read(place.resolve(file)));
  }

  public void write(String path, String controller, String file, String value) {
    Path place =
        directory(path, controller)
            .orElseThrow(() -> new LinuxException(Errno.ENOENT, "find controller", controller));
    files.write(place.resolve(file), value);
  }

  private Optional<Path> directory(String path, String controller) {
    return layout.hierarchies().stream()
        .filter(each -> layout.unified() || each.controllers().contains(controller))
        .map(each -> each.mount().resolve(relative(path)))
        .findFirst();
  }

  public boolean unified() {
    return layout.unified();
  }
}
