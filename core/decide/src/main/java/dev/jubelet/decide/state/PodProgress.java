package dev.jubelet.decide.state;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.SandboxId;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * How far the work around a pod's containers has come.
 *
 * @param volumePaths volumes that are ready, by name, and the path that containers get
 * @param stopped sandboxes that were stopped to the end, network given back
 */
public record PodProgress(
    Set<RememberedStep> done, Map<String, String> volumePaths, Set<SandboxId> stopped) {
  static final PodProgress NONE = new PodProgress(Set.of(), Map.of(), Set.of());

  public PodProgress {
    // The sets are only asked whether they contain something: their order reaches nobody.
    done = Set.copyOf(done);
    volumePaths = Ordered.copyOf(volumePaths);
    stopped = Set.copyOf(stopped);
  }

  PodProgress doing(RememberedStep step) {
    Set<RememberedStep> all = new LinkedHashSet<>(done);
    all.add(step);
    return new PodProgress(all, volumePaths, stopped);
  }

  PodProgress mounted(String volume, String path) {
    return new PodProgress(done, Ordered.plus(volumePaths, volume, path), stopped);
  }

  PodProgress stopped(SandboxId sandbox) {
    Set<SandboxId> all = new LinkedHashSet<>(stopped);
    all.add(sandbox);
    return new PodProgress(done, volumePaths, all);
  }

  PodProgress keeping(Set<SandboxId> sandboxes) {
    Set<SandboxId> left = new LinkedHashSet<>(stopped);
    left.retainAll(sandboxes);
    return new PodProgress(done, volumePaths, left);
  }
}
