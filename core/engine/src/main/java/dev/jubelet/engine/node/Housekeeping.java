package dev.jubelet.engine.node;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodCgroups;
import dev.jubelet.ports.PodDirectories;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds pods of which only files or cgroups are left, as after a power cut in the middle of an end.
 */
public final class Housekeeping {
  private static final Duration SWEEP = Duration.ofMinutes(5);

  private final PodDirectories directories;
  private final PodCgroups cgroups;
  private final NodeServices node;
  private final Consumer<List<PodUid>> found;
  private volatile boolean closed;

  public Housekeeping(
      PodDirectories directories,
      PodCgroups cgroups,
      NodeServices node,
      Consumer<List<PodUid>> found) {
    this.directories = directories;
    this.cgroups = cgroups;
    this.node = node;
    this.found = found;
  }

  public void start() {
    if (!closed) {
      node.effects().run("look for remains of pods", this::remains, this::tell);
    }
  }

  public void close() {
    closed = true;
  }

  private List<PodUid> remains() {
    Set<PodUid> uids = new TreeSet<>();
    try {
      uids.addAll(directories.list());
      uids.addAll(cgroups.list());
    } catch (OutsideFailure failure) {
      node.journal().write(Journal.Level.WARNING, "FailedCleanUp", failure.text());
    }
    return List.copyOf(uids);
  }

  private void tell(List<PodUid> uids) {
    found.accept(uids);
    node.time().after(SWEEP, this::start);
  }
}
