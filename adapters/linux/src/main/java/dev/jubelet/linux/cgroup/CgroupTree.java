package dev.jubelet.linux.cgroup;

import dev.jubelet.linux.HugePageSize;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodCgroups;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** cgroups of pods and QoS classes, version 1 or 2, whichever the machine has. */
public final class CgroupTree implements PodCgroups {
  private final CgroupLayout layout;
  private final CgroupNames names;
  private final CgroupFormat format;
  private final CgroupFiles files;
  private final CgroupMaker maker;
  private final CgroupReaper reaper;
  private final List<HugePageSize> pageSizes;
  private final String owner;
  private final Map<PodUid, PodCgroup> written = new ConcurrentHashMap<>();
  private volatile long burstableShares = -1;

  CgroupTree(
      CgroupLayout layout,
      CgroupNames names,
      CgroupFiles files,
      CgroupReaper.Pause pause,
      Collection<HugePageSize> pageSizes,
      String owner) {
    this.layout = layout;
    this.names = names;
    this.format = layout.unified() ? CgroupFormat.V2 : CgroupFormat.V1;
    this.files = files;
    this.maker = new CgroupMaker(layout, files);
    this.reaper = new CgroupReaper(files, pause);
    this.pageSizes = List.copyOf(pageSizes);
    this.owner = owner;
  }

  /**
   * The cgroups of this machine.
   *
   * @param cgroupRoot "" or a path such as {@code /x}, below which {@code kubepods} is made
   * @param owner tells the cgroups of this node from those of another below the same root
   */
  public static CgroupTree open(CgroupDriver driver, String cgroupRoot, Path owner) {
    return new CgroupTree(
        CgroupLayout.discover(MountTable.read()),
        CgroupNames.of(driver, cgroupRoot),
        new CgroupFiles.OfKernel(),
        Thread::sleep,
        new NodeMachine().hugePages().keySet(),
        owner.toString());
  }

  public CgroupLayout layout() {
    return layout;
  }

  @Override
  public void ensure(PodCgroup cgroup) {
    String path = podPath(cgroup.qos(), cgroup.uid());
    if (cgroup.equals(written.get(cgroup.uid())) && maker.exists(path)) {
      return;
    }
    if (layout.hierarchies().isEmpty()) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "no cgroup hierarchy is mounted");
    }
    try {
      makeClass(cgroup.qos());
      maker.make(path);
      maker.mark(path, owner);
      maker.write(path, format.pod(cgroup, pageSizes));
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot set up the cgroup of pod " + cgroup.uid());
    } catch (IllegalArgumentException badPageSize) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, String.valueOf(badPageSize.getMessage()), badPageSize);
    }
    written.put(cgroup.uid(), cgroup);
    weighBurstable(cgroup.qos());
  }

  /** The burstable class weighs as much as its pods together, so that they get their shares. */
  private void weighBurstable(QosClass changed) {
    if (changed != QosClass.BURSTABLE) {
      return;
    }
    try {
      setBurstableShares(
          written.values().stream()
              .filter(pod -> pod.qos() == QosClass.BURSTABLE)
              .mapToLong(PodCgroup::cpuShares)
              .sum());
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot set the shares of the burstable pods");
    }
  }

  private synchronized void setBurstableShares(long sum) {
    long shares = Math.max(sum, CgroupFormat.SHARES_MIN);
    String burstable = names.qos(QosClass.BURSTABLE);
    if (shares != burstableShares && maker.exists(burstable)) {
      maker.write(burstable, List.of(format.shares(shares)));
      burstableShares = shares;
    }
  }

  @Override
  public void remove(PodUid uid) {
    PodCgroup known = written.remove(uid);
    if (known != null) {
      weighBurstable(known.qos());
    }
    List<Path> directories = new ArrayList<>();
    for (QosClass qos : QosClass.values()) {
      String path = podPath(qos, uid);
      layout.mounts().stream()
          .map(mount -> mount.resolve(path))
          .filter(files::exists)
          .forEach(directories::add);
    }
    try {
      List<Path> left = reaper.remove(directories);
      if (!left.isEmpty()) {
        throw new OutsideFailure(FailureKind.TIMED_OUT, stillInUse(uid, left));
      }
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot remove the cgroup of pod " + uid);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.TIMED_OUT,
          "interrupted while removing the cgroup of pod " + uid,
          interrupted);
    }
  }

  /** Another kubelet may work below the same root: only what we made is ours to end. */
  @Override
  public List<PodUid> list() {
    return podsWith(this::isOurs);
  }

  /** Pods below the root that somebody else made and in which something runs. */
  public List<PodUid> occupiedByOthers() {
    List<PodUid> ours = list();
    return podsWith(cgroup -> !reaper.processes(cgroup).isEmpty()).stream()
        .filter(uid -> !ours.contains(uid))
        .toList();
  }

  private boolean isOurs(Path cgroup) {
    return files.owner(cgroup).filter(owner::equals).isPresent();
  }

  private List<PodUid> podsWith(Predicate<Path> wanted) {
    NavigableSet<PodUid> pods = new TreeSet<>();
    try {
      for (Path mount : layout.mounts()) {
        for (QosClass qos : QosClass.values()) {
          for (Path child : files.children(mount.resolve(names.qos(qos)))) {
            names
                .podOf(String.valueOf(child.getFileName()))
                .filter(uid -> !pods.contains(uid) && wanted.test(child))
                .ifPresent(pods::add);
          }
        }
      }
    } catch (UncheckedIOException unreadable) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "cannot list cgroups: " + unreadable.getMessage(), unreadable);
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot list cgroups");
    }
    return List.copyOf(pods);
  }

  /** The cgroup above all pods, from the mount of a hierarchy. */
  public String top() {
    return names.top();
  }

  private void makeClass(QosClass qos) {
    String path = names.qos(qos);
    boolean fresh = !maker.exists(path);
    maker.make(path);
    if (fresh && qos == QosClass.BEST_EFFORT) {
      maker.write(path, List.of(format.shares(CgroupFormat.SHARES_MIN)));
    }
  }

  private String podPath(QosClass qos, PodUid uid) {
    try {
      return names.pod(qos, uid);
    } catch (IllegalArgumentException unusable) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, String.valueOf(unusable.getMessage()), unusable);
    }
  }

  private String stillInUse(PodUid uid, List<Path> left) {
    NavigableSet<Integer> pids = new TreeSet<>();
    left.forEach(directory -> pids.addAll(reaper.processes(directory)));
    return "the cgroup of pod "
        + uid
        + " is still in use after "
        + CgroupReaper.PATIENCE.toSeconds()
        + " s: "
        + left
        + (pids.isEmpty() ? "" : ", processes " + pids);
  }
}
