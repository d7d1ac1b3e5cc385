package dev.jubelet.linux.cgroup;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Ends what runs in cgroups and removes them, children first. */
public final class CgroupReaper {
  static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long PAUSE_MIN_MILLIS = 1;
  private static final long PAUSE_MAX_MILLIS = 100;

  private final CgroupFiles files;
  private final Pause pause;

  /** How to wait for the kernel to bury the dead. */
  public interface Pause {
    void millis(long time) throws InterruptedException;
  }

  public CgroupReaper(CgroupFiles files, Pause pause) {
    this.files = files;
    this.pause = pause;
  }

  /** Answers the directories that are still in use when patience is at its end. */
  public List<Path> remove(List<Path> directories) throws InterruptedException {
    long waited = 0;
    long next = PAUSE_MIN_MILLIS;
    while (true) {
      directories.forEach(this::kill);
      List<Path> left = directories.stream().filter(directory -> !removed(directory)).toList();
      if (left.isEmpty() || waited >= PATIENCE.toMillis()) {
        return left;
      }
      pause.millis(next);
      waited += next;
      next = Math.min(PAUSE_MAX_MILLIS, next * 2);
    }
  }

  /** Processes in a cgroup and below it. */
  public NavigableSet<Integer> processes(Path directory) {
    NavigableSet<Integer> pids = new TreeSet<>();
    collect(directory, pids);
    return pids;
  }

  private void kill(Path directory) {
    NavigableSet<Integer> pids = processes(directory);
    if (pids.isEmpty() || killedByKernel(directory)) {
      return;
    }
    // Frozen processes cannot fork away from us; they die when thawed.
    boolean frozen = freezer(directory, "FROZEN");
    try {
      for (int pid : processes(directory)) {
        killOne(pid);
      }
    } finally {
      if (frozen) {
        freezer(directory, "THAWED");
      }
    }
  }

  /** v2 since Linux 5.14: all at once, without a race. */
  private boolean killedByKernel(Path directory) {
    return wrote(directory.resolve("cgroup.kill"), "1");
  }

  private boolean freezer(Path directory, String state) {
    return wrote(directory.resolve("freezer.state"), state);
  }

  private boolean wrote(Path file, String value) {
    if (!Files.exists(file)) {
      return false;
    }
    try {
      files.write(file, value);
      return true;
    } catch (LinuxException notOffered) {
      // An optional way; killing one by one comes after it.
      return false;
    }
  }

  private void killOne(int pid) {
    // 0 is a process of another pid namespace; the others would end the node or ourselves.
    if (pid <= 1 || pid == ProcessHandle.current().pid()) {
      return;
    }
    try {
      files.kill(pid);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ESRCH);
    }
  }

  private boolean removed(Path directory) {
    boolean empty = true;
    for (Path child : files.children(directory)) {
      empty &= removed(child);
    }
    if (!empty) {
      return false;
    }
    try {
      files.removeDirectory(directory);
      return true;
    } catch (LinuxException refused) {
      return switch (refused.errno()) {
        case Errno.ENOENT -> true;
        case Errno.EBUSY, Errno.ENOTEMPTY -> false;
        default -> throw refused;
      };
    }
  }

  private void collect(Path directory, NavigableSet<Integer> pids) {
    files
        .read(directory.resolve("cgroup.procs"))
        .ifPresent(content ->
            content
                .lines()
                .filter(line -> !line.isBlank())
                .forEach(line -> pids.add(Integer.parseInt(line.strip()))));
    files.children(directory).forEach(child -> collect(child, pids));
  }
}
