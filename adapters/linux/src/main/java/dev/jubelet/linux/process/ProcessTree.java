package dev.jubelet.linux.process;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ends a process in a container together with all that came from it. Who has left its parents is
 * known by the session it was born into, or by the pipes that it still holds.
 */
public final class ProcessTree {
  private static final int SIGKILL = 9;
  private static final int SIGSTOP = 19;

  /** Each round finds only what was born during the last one, and parents are stopped by then. */
  private static final int ROUNDS_MAX = 50;

  private final Path proc;

  public ProcessTree(Path proc) {
    this.proc = proc;
  }

  public static ProcessTree ofThisMachine() {
    return new ProcessTree(Path.of("/proc"));
  }

  /**
   * Whom to end.
   *
   * @param starter who started the process and waits for it; is spared
   * @param first the process; it may have ended, and its number may belong to somebody else
   * @param container the first process of the container: nobody outside its cgroup is touched, and
   *     it is spared itself
   * @param pipes that the process was given, as far as they are known already
   */
  public record Target(long starter, long first, long container, Set<String> pipes) {
    public Target {
      pipes = Set.copyOf(pipes);
    }
  }

  /** The pipes that a process holds: told apart from all others by their names. */
  public Set<String> pipes(long pid) {
    return ProcessInfo.pipes(proc, pid);
  }

  /** Those of our own user who have a path, or one beneath it, among the words of their command. */
  public Set<Long> naming(Path path) {
    return ProcessInfo.naming(proc, path);
  }

  /** Stops all, so that nobody has children while being counted, and then kills them. */
  public void kill(Target target) {
    // Its own ends of the pipes: a process may have put anything else in their place.
    Set<String> pipes = new HashSet<>(target.pipes());
    pipes.addAll(pipes(target.starter()));
    Set<Long> stopped = new LinkedHashSet<>();
    for (int round = 0; round < ROUNDS_MAX; round++) {
      Set<Long> found = kin(ProcessInfo.all(proc), target, pipes);
      if (!stopped.addAll(found)) {
        break;
      }
      found.forEach(pid -> signal(pid, SIGSTOP));
    }
    stopped.forEach(pid -> signal(pid, SIGKILL));
  }

  /** Kills a process of our own and all its children, who did not get as far as a container. */
  public void killOwn(long root) {
    Set<Long> family = new TreeSet<>(List.of(root));
    grow(family, ProcessInfo.all(proc), Set.of());
    family.forEach(pid -> signal(pid, SIGKILL));
  }

  public static void signal(long pid, int signal) {
    try {
      Kernel.kill((int) pid, signal);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ESRCH);
    }
  }

  static Set<Long> kin(List<ProcessInfo> seen, Target target, Set<String> pipes) {
    Optional<ProcessInfo> starter = named(seen, target.starter());
    Optional<ProcessInfo> container = named(seen, target.container());
    Optional<ProcessInfo> first =
        named(seen, target.first()).filter(each -> each.parent() == target.starter());
    List<String> places = first.or(() -> container).map(ProcessInfo::cgroups).orElse(List.of());
    Set<Long> sessions = new HashSet<>(Set.of(target.first()));
    first.map(ProcessInfo::session).ifPresent(sessions::add);
    // Unless a runtime makes it no session of its own, but lets it share one.
    starter.map(ProcessInfo::session).ifPresent(sessions::remove);
    container.map(ProcessInfo::session).ifPresent(sessions::remove);
    Set<Long> spared = new HashSet<>(List.of(target.starter(), target.container()));
    Set<Long> kin = new TreeSet<>();
    first.ifPresent(each -> kin.add(each.pid()));
    for (ProcessInfo each : seen) {
      boolean related =
          sessions.contains(each.session()) || each.pipes().stream().anyMatch(pipes::contains);
      if (related && each.isBeneath(places) && !spared.contains(each.pid())) {
        kin.add(each.pid());
      }
    }
    grow(kin, seen, spared);
    seen.stream().filter(ProcessInfo::ended).map(ProcessInfo::pid).forEach(kin::remove);
    return kin;
  }

  private static Optional<ProcessInfo> named(List<ProcessInfo> seen, long pid) {
    return seen.stream().filter(each -> each.pid() == pid).findFirst();
  }

  /** Adds children of children. */
  private static void grow(Set<Long> family, List<ProcessInfo> seen, Set<Long> spared) {
    boolean grown = true;
    while (grown) {
      grown = false;
      for (ProcessInfo each : seen) {
        if (family.contains(each.parent()) && !spared.contains(each.pid())) {
          grown |= family.add(each.pid());
        }
      }
    }
  }
}
