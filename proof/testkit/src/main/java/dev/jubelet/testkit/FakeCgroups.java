package dev.jubelet.testkit;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.ports.PodCgroups;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Remembers cgroups. */
public final class FakeCgroups implements PodCgroups {
  private final Outside outside;
  private final Consumer<PodUid> kill;
  private final Map<PodUid, PodCgroup> cgroups = new LinkedHashMap<>();

  /**
   * @param kill ends what still runs in a cgroup that is removed, see {@link FakeRuntime#killPod}
   */
  public FakeCgroups(Outside outside, Consumer<PodUid> kill) {
    this.outside = outside;
    this.kill = kill;
  }

  @Override
  public void ensure(PodCgroup cgroup) {
    outside.run(
        new OutsideCall(Operation.CGROUP_ENSURE, cgroup.uid(), ""),
        () -> {
          synchronized (this) {
            cgroups.put(cgroup.uid(), cgroup);
          }
        });
  }

  @Override
  public void remove(PodUid uid) {
    outside.run(
        new OutsideCall(Operation.CGROUP_REMOVE, uid, ""),
        () -> {
          boolean existed;
          synchronized (this) {
            existed = cgroups.remove(uid) != null;
          }
          if (existed) {
            kill.accept(uid);
          }
        });
  }

  @Override
  public List<PodUid> list() {
    return outside.call(
        OutsideCall.of(Operation.CGROUP_LIST),
        () -> {
          synchronized (this) {
            return List.copyOf(cgroups.keySet());
          }
        });
  }

  /** Pods that have a cgroup; for tests, which no fault can hinder. */
  public synchronized List<PodUid> present() {
    return List.copyOf(cgroups.keySet());
  }

  public synchronized Optional<PodCgroup> cgroup(PodUid uid) {
    return Optional.ofNullable(cgroups.get(uid));
  }
}
