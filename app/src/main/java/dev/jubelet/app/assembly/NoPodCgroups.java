package dev.jubelet.app.assembly;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.ports.PodCgroups;
import java.util.List;

/** For {@code cgroupsPerQOS: false}: the runtime puts containers where it likes. */
public record NoPodCgroups() implements PodCgroups {
  @Override
  public void ensure(PodCgroup cgroup) {}

  @Override
  public void remove(PodUid uid) {}

  @Override
  public List<PodUid> list() {
    return List.of();
  }
}
