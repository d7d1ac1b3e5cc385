package dev.jubelet.linux;

import dev.jubelet.linux.cgroup.CgroupFiles;
import dev.jubelet.linux.cgroup.CgroupReaper;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A plain directory tree that behaves like cgroupfs: files come and go with their directory, a v2
 * child has the controllers that its parent handed down, and processes keep a cgroup busy.
 */
public final class PlainCgroupFiles implements CgroupFiles {
  public final List<String> writes = new ArrayList<>();
  public final Set<Integer> killed = new HashSet<>();

  /** Processes that need that many more kills to die. */
  public final Map<Integer, Integer> stubborn = new LinkedHashMap<>();

  private final Map<Path, String> owners = new LinkedHashMap<>();
  private final boolean unified;
  public boolean readOnly;
  public boolean kernelKills;

  public PlainCgroupFiles(boolean unified) {
    this.unified = unified;
  }

  /** Makes a mounted hierarchy. */
  public Path mount(Path directory, String controllers) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    fill(directory, controllers);
    if (controllers.contains("cpuset")) {
      put(directory.resolve("cpuset.cpus"), "0-1");
      put(directory.resolve("cpuset.mems"), "0");
    }
    return directory;
  }

  @Override
  public void makeDirectory(Path directory) {
    refuseIfReadOnly("mkdir", directory);
    Path parent = directory.getParent();
    if (parent == null) {
      throw new LinuxException(Errno.EEXIST, "mkdir", "/");
    }
    try {
      Files.createDirectory(directory);
    } catch (IOException e) {
      throw new LinuxException(Errno.ENOENT, "mkdir", directory.toString());
    }
    String handedDown = unified ? "cgroup.subtree_control" : "controllers-of-this-tree";
    fill(directory, read(parent.resolve(handedDown)).orElse(""));
  }

  private void fill(Path directory, String controllers) {
    put(directory.resolve("cgroup.procs"), "");
    if (unified) {
      put(directory.resolve("cgroup.controllers"), controllers);
      put(directory.resolve("cgroup.subtree_control"), "");
      if (kernelKills) {
        put(directory.resolve("cgroup.kill"), "");
      }
    } else {
      put(directory.resolve("controllers-of-this-tree"), controllers);
    }
    for (String controller : controllers.split(" ", -1)) {
      filesOf(controller).forEach(file -> put(directory.resolve(file), ""));
    }
  }

  private List<String> filesOf(String controller) {
    return switch (controller) {
      case "cpu" ->
          unified
              ? List.of("cpu.weight", "cpu.max")
              : List.of("cpu.shares", "cpu.cfs_quota_us", "cpu.cfs_period_us");
      case "cpuset" -> List.of("cpuset.cpus", "cpuset.mems");
      case "memory" -> List.of(unified ? "memory.max" : "memory.limit_in_bytes");
      case "pids" -> List.of("pids.max");
      case "freezer" -> List.of("freezer.state");
      default -> List.of();
    };
  }

  @Override
  public void removeDirectory(Path directory) {
    if (!exists(directory)) {
      throw new LinuxException(Errno.ENOENT, "rmdir", directory.toString());
    }
    if (!children(directory).isEmpty()
        || !read(directory.resolve("cgroup.procs")).orElse("").isEmpty()) {
      throw new LinuxException(Errno.EBUSY, "rmdir", directory.toString());
    }
    try (var files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(directory);
      owners.remove(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void write(Path file, String value) {
    refuseIfReadOnly("open", file);
    if (!Files.exists(file)) {
      throw new LinuxException(Errno.ENOENT, "open", file.toString());
    }
    writes.add(file + "=" + value);
    String name = String.valueOf(file.getFileName());
    if (name.equals("cgroup.subtree_control")) {
      String before = read(file).orElse("");
      put(file, (before + " " + value.substring(1)).strip());
    } else if (name.equals("cgroup.kill")) {
      new CgroupReaper(this, millis -> {})
          .processes(Path.of("" + file.getParent()))
          .forEach(this::kill);
    } else {
      put(file, value);
    }
  }

  @Override
  public void kill(int pid) {
    int left = stubborn.merge(pid, -1, Integer::sum);
    if (left >= 0) {
      return;
    }
    killed.add(pid);
  }

  @Override
  public void mark(Path directory, String owner) {
    owners.put(directory, owner);
  }

  @Override
  public Optional<String> owner(Path directory) {
    return Optional.ofNullable(owners.get(directory));
  }

  /** Puts a process in; it leaves when it was killed and {@link #bury} was called. */
  public void enter(Path cgroup, int pid) {
    Path procs = cgroup.resolve("cgroup.procs");
    put(procs, (read(procs).orElse("") + "\n" + pid).strip());
  }

  public void bury(Path tree) {
    Path procs = tree.resolve("cgroup.procs");
    List<String> alive =
        read(procs)
            .orElse("")
            .lines()
            .filter(pid -> !killed.contains(Integer.parseInt(pid)))
            .toList();
    put(procs, String.join("\n", alive));
    children(tree).forEach(this::bury);
  }

  private void refuseIfReadOnly(String call, Path path) {
    if (readOnly) {
      throw new LinuxException(Errno.EROFS, call, path.toString());
    }
  }

  private static void put(Path file, String value) {
    try {
      Files.writeString(file, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
