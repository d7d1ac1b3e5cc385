package dev.jubelet.simulator.planted;

import static dev.jubelet.simulator.planted.PlantedBug.in;

import java.util.List;
import java.util.stream.Stream;

/** The bugs, one for each way in which such an engine goes wrong in practice. */
public final class PlantedBugs {
  private static final String DECIDE = "core/decide/src/main/java/dev/jubelet/decide/";
  private static final String ENGINE = "core/engine/src/main/java/dev/jubelet/engine/";

  private PlantedBugs() {}

  public static List<PlantedBug> all() {
    return Stream.of(actual(), comingUp(), again(), goingDown(), kinds(), telling())
        .flatMap(List::stream)
        .toList();
  }

  /** Acting on what was, not on what is. */
  private static List<PlantedBug> actual() {
    return List.of(
        in(
            DECIDE + "plan/PodPlanner.java",
            "decides without a fresh look",
            "view.fresh() ? StageVerdict.DONE : new StageVerdict.WaitForChange(\"a fresh look\")",
            "StageVerdict.DONE",
            "without a look|a second time"),
        in(
            DECIDE + "state/ActionFailure.java",
            "takes a lost answer for a failure",
            "failed.outcomeUnknown() ? actual.unclear(action, endedAt) : actual",
            "actual",
            "without a look|a second time"),
        in(
            DECIDE + "state/ActionSuccess.java",
            "forgets that it started a container",
            "case Action.StartContainer start -> seeing(seen(start, outcome));",
            "case Action.StartContainer _ -> remembering(memory);",
            "a second time"),
        in(
            DECIDE + "state/ActualPodState.java",
            "believes a look that is older than its own step",
            "if (look.takenAt().isBefore(at)) {",
            "if (look.takenAt().isBefore(at) && look.isEmpty()) {",
            "a second time"),
        in(
            DECIDE + "state/ActualPodState.java",
            "lets an older look overwrite a newer one",
            "if (look.takenAt().isBefore(observed.takenAt())) {",
            "if (look.takenAt().isBefore(observed.takenAt()) && look.isEmpty()) {",
            "a second time|is shown as"));
  }

  /** Bringing up too much or too early. */
  private static List<PlantedBug> comingUp() {
    return List.of(
        in(
            ENGINE + "node/PodPlacement.java",
            "does not wait for the end of the predecessor",
            "String predecessor = inventory.slots.predecessor(pod.uid(), pod.fullName(),"
                + " inventory.seen);",
            "String predecessor = null;",
            "two pods called"),
        in(
            DECIDE + "plan/stage/PodSetupStage.java",
            "makes containers before their volumes are there",
            "volume -> isUsed(pod, volume)",
            "volume -> !isUsed(pod, volume)",
            "should run"),
        in(
            DECIDE + "plan/stage/PodSetupStage.java",
            "starts containers without a cgroup",
            "actions.add(new Action.PrepareCgroup(view.memory().resize().widest(pod)));",
            "",
            "without a cgroup"),
        in(
            ENGINE + "node/PodAdmission.java",
            "lets everybody in",
            "boolean admits(Pod pod, List<Pod> admitted, Instant wall) {",
            "boolean admits(Pod pod, List<Pod> admitted, Instant wall) { if"
                + " (!admitted.contains(pod)) return true;",
            "left behind|rejected"),
        in(
            DECIDE + "plan/stage/PodSetupStage.java",
            "leaves files as they were when their object changes",
            "&& volume.isWritten()",
            "&& !volume.isWritten()",
            "files .* say"),
        in(
            DECIDE + "state/ActionFailure.java",
            "gives up when files could not be brought up to date",
            ".stale(Set.of(key))",
            "",
            "files .* say"));
  }

  /** Running things again too soon, too often or by a wrong count. */
  private static List<PlantedBug> again() {
    return List.of(
        in(
            DECIDE + "plan/step/ContainerStep.java",
            "restarts without back-off",
            "if (at.isAfter(now)) {",
            "if (at.isAfter(now) && container.image().isEmpty()) {",
            "without back-off"),
        in(
            DECIDE + "state/Moment.java",
            "counts back-off by the clock on the wall",
            "return unknown ? now : now.minus(ago);",
            "return unknown ? now : told;",
            "without back-off|should run"),
        in(
            DECIDE + "plan/step/ContainerStep.java",
            "uses an attempt's number twice",
            "view.memory().container(container.name()).attempt()) + 1;",
            "view.memory().container(container.name()).attempt()) + (seen < 0 ? 1 : 0);",
            "should run"),
        in(
            DECIDE + "restart/RestartRule.java",
            "restarts what has succeeded",
            "case ON_FAILURE -> exitCode != 0;",
            "case ON_FAILURE -> exitCode >= 0;",
            "in spite of ON_FAILURE"),
        in(
            DECIDE + "plan/step/PodContainerRoles.java",
            "takes a stop of ours for success",
            "return memory.instance(instance.id()).restart();",
            "return instance.attempt() < 0;",
            "ourselves"),
        in(
            DECIDE + "plan/stage/PruneStage.java",
            "forgets how a container ended",
            "int INSTANCES_KEPT = 2;",
            "int INSTANCES_KEPT = 0;",
            "in spite of|without back-off"),
        in(
            DECIDE + "state/ActionSuccess.java",
            "forgets how often a container ran when nothing of it is left",
            "done = done.attempted(told.getKey(), told.getValue());",
            "",
            "attempts do not grow|restart count"),
        in(
            ENGINE + "pod/PodWorker.java",
            "tells of restarts before it knows how many there were",
            "if (!unproven && !RestartCountStage.isAwaited(view)) {",
            "if (!unproven) {",
            "restart count"));
  }

  /** Ending too much, too little or in the wrong order. */
  private static List<PlantedBug> goingDown() {
    return List.of(
        in(
            ENGINE + "node/PodPlacement.java",
            "cleans up before all sources have spoken",
            "if (inventory.wanted.allHeard()) {",
            "if (inventory.seen.ever()) {",
            "as it should be was stopped"),
        in(
            DECIDE + "plan/stage/CompletionStage.java",
            "takes a finished init container for a failed one",
            "&& exited.exitCode() != 0",
            "&& exited.exitCode() >= 0",
            "always restarts ended"),
        in(
            DECIDE + "action/GracePeriods.java",
            "grants the whole grace again with every try",
            "Instant first = (begun == null ? now : begun).plus(grace);",
            "Instant first = now.plus(grace);",
            "grace"),
        in(
            DECIDE + "plan/stage/StopContainersStage.java",
            "does not wait for what it began before",
            "return view.inFlight().stream().anyMatch(Action::bringsUp)",
            "return view.inFlight().stream().anyMatch(a -> a == null)",
            "while a container runs|left behind"),
        in(
            DECIDE + "plan/PodPlanner.java",
            "unmounts volumes first",
            "new StopContainersStage(), TearDown::stopSandboxes, TearDown::unmountVolumes,",
            "TearDown::unmountVolumes, new StopContainersStage(), TearDown::stopSandboxes,",
            "VOLUME_UNMOUNT_ALL.*while a container runs"),
        in(
            DECIDE + "plan/PodPlanner.java",
            "removes the cgroup first",
            "new StopContainersStage(), TearDown::stopSandboxes, TearDown::unmountVolumes,"
                + " TearDown::removeCgroup);",
            "TearDown::removeCgroup, new StopContainersStage(), TearDown::stopSandboxes,"
                + " TearDown::unmountVolumes);",
            "CGROUP_REMOVE.*while a container runs"),
        in(
            DECIDE + "plan/PodPlanner.java",
            "stops the sandbox before its containers",
            "new StopContainersStage(), TearDown::stopSandboxes,",
            "TearDown::stopSandboxes, new StopContainersStage(),",
            "is ended while a container runs"),
        in(
            DECIDE + "plan/PodPlanner.java",
            "leaves directories behind",
            "TearDown::removeRemains, TearDown::removeDirectories);",
            "TearDown::removeRemains);",
            "left behind"),
        in(
            ENGINE + "node/Housekeeping.java",
            "does not find what only directories tell of",
            "uids.addAll(directories.list());",
            "",
            "left behind"));
  }

  /** Kinds of containers and hooks out of their order. */
  private static List<PlantedBug> kinds() {
    return List.of(
        in(
            DECIDE + "plan/stage/InitStage.java",
            "does not wait for the end of an init container",
            "boolean goesOn = sidecar && (passed || hasStarted(view, roles, sandbox, init, now));",
            "boolean goesOn = passed || roles.newestIn(sandbox, init) != null;",
            "was started before"),
        in(
            DECIDE + "plan/stage/RestartAllStage.java",
            "restarts all with what is left of the init containers",
            "if (roles.wanted(container.name()) == null || askers.contains(container)) {",
            "if (roles.pod().spec().isInit(container.name()) || askers.contains(container)) {",
            "was started before"),
        in(
            DECIDE + "plan/step/TerminationOrder.java",
            "stops sidecars beside the main containers",
            "return place != null &&",
            "return place != null && sidecars.isEmpty() &&",
            "was stopped before the others"),
        in(
            DECIDE + "plan/step/StopStep.java",
            "leaves out the preStop hook",
            "if (hook == null) {",
            "if (hook == null && gracePeriod.granted().isNegative()) {",
            "without its preStop hook"),
        in(
            DECIDE + "plan/step/StopStep.java",
            "forgets the preStop hook of an orphan",
            "preStop == null ? null :",
            "preStop != null ? null :",
            "without its preStop hook"),
        in(
            DECIDE + "config/annotation/ContainerAnnotations.java",
            "does not tell an orphan which of its containers are sidecars",
            "if (place >= 0 &&",
            "if (place > 99 &&",
            "was stopped before the others"),
        in(
            DECIDE + "plan/stage/CompletionStage.java",
            "counts a deadline too generously",
            "since.plusSeconds(seconds)",
            "since.plusSeconds(seconds * 100)",
            "after the deadline|by its deadline"),
        in(
            DECIDE + "plan/stage/CompletionStage.java",
            "takes the deadline for half of it",
            "since.plusSeconds(seconds)",
            "since.plusSeconds(seconds / 2)",
            "before its deadline|as it should be was stopped"));
  }

  /** Telling what is not so. */
  private static List<PlantedBug> telling() {
    return List.of(
        in(
            ENGINE + "pod/PodStatusTracker.java",
            "forgets what it told before",
            "PodStatus previous = last == null ? pod.status() : last;",
            "PodStatus previous = pod.status();",
            "final phase|restart count"),
        in(
            ENGINE + "watch/RuntimeWatcher.java",
            "forgets a look that was asked for meanwhile",
            "state.again.add(uid);",
            "",
            "is shown as"),
        in(
            DECIDE + "timeline/StartPhases.java",
            "loses the time between two steps of a start",
            "add(phases, StartPhase.QUEUE, end, at);",
            "",
            "do not add up"),
        in(
            ENGINE + "mailbox/Mailbox.java",
            "loses events while it works",
            "waiting.merge(slot.apply(event), event, merge);",
            "if (!draining) { waiting.merge(slot.apply(event), event, merge); }",
            "after the end|should run|left behind|is shown as"),
        in(
            ENGINE + "status/StatusPublisher.java",
            "publishes the oldest status that waits",
            "post.newest = new Word.Show(pod, status);",
            "if (!post.showDue) { post.newest = new Word.Show(pod, status); }",
            "is shown as"));
  }
}
