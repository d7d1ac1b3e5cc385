package dev.jubelet.engine.pod;

import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.decide.status.StatusInput;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.engine.timeline.Timelines;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.StatusSink;
import java.util.function.Consumer;

/** What every pod's worker works with. */
public record PodWorkerContext(
    NodeServices node,
    PodActuator actuator,
    StatusSink statuses,
    Consumer<PodUid> look,
    StatusInput.Basics statusBasics,
    BackoffSchedule crashSchedule,
    Timelines timelines) {}
