package dev.jubelet.engine.pod;

import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.engine.timeline.Timelines;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.StatusSink;
import java.util.List;
import java.util.function.Consumer;

/** What every pod's worker works with. */
public record PodWorkerContext(
    NodeTime time,
    Effects effects,
    Jitter jitter,
    PodActuator actuator,
    Journal journal,
    StatusSink statuses,
    Consumer<PodUid> look,
    StatusBasics statusBasics,
    BackoffSchedule crashSchedule,
    Timelines timelines) {

  /** What is the same in all statuses of this node. */
  public record StatusBasics(List<String> hostIps, String runtimeName) {
    public StatusBasics {
      hostIps = List.copyOf(hostIps);
    }
  }
}
