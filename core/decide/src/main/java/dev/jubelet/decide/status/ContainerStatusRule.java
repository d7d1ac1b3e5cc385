package dev.jubelet.decide.status;

import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.decide.status.container.ContainerSlot;
import dev.jubelet.decide.status.container.ContainerStates;
import dev.jubelet.decide.status.container.ContainerStatusTemplates;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state, last state and restart count of one container, from its instances in the runtime, from
 * what was published before, and from what keeps it from running.
 */
final class ContainerStatusRule {
  private final StatusInput input;
  private final String waitingReason;
  private final boolean restartingAll;
  private final ContainerStatusTemplates templates;

  ContainerStatusRule(StatusInput input) {
    this.input = input;
    // Kubernetes says so of all containers of such a pod, the init containers included.
    this.waitingReason =
        input.pod().spec().initContainers().isEmpty()
            ? ContainerStates.CREATING
            : ContainerStates.INITIALIZING;
    this.restartingAll = RestartAll.ongoing(input);
    this.templates =
        new ContainerStatusTemplates(
            input.basics().machine().handlerOf(input.pod()).recursiveReadOnlyMounts());
  }

  ContainerStatus project(ContainerSlot slot, @Nullable ContainerStatus old) {
    List<ObservedContainer> instances =
        input.observed().containers().stream().filter(c -> c.name().equals(slot.name())).toList();
    ContainerStatus status = instances.isEmpty() ? unseen(slot, old) : seen(slot, instances, old);
    if (instances.isEmpty() && presumedCompleted(slot, status)) {
      return status.withState(
          ContainerStates.presumedCompleted(
              "It is gone from the runtime, and later containers have been created since"));
    }
    WaitingReason heldBy = input.remembered().waitingReasons().get(slot.name());
    if (heldBy != null && input.alive() && mayStart(slot, instances)) {
      return heldUp(status, heldBy);
    }
    return status;
  }

  /** Without an instance, what was published last is all that is known. */
  private ContainerStatus unseen(ContainerSlot slot, @Nullable ContainerStatus old) {
    if (old == null) {
      ContainerStatus blank = templates.blank(slot, ContainerStates.waiting(waitingReason));
      return blank.withRestartCount(restartsToCome(slot));
    }
    boolean waited = old.state().running() == null && old.state().terminated() == null;
    // An ended pod is not restarted any more: what is shown of its containers is final.
    if (restartingAll && !waited && input.alive()) {
      return removedForRestart(slot, old);
    }
    if (old.state().terminated() != null) {
      return old;
    }
    ContainerStatus status =
        templates
            .blank(slot, ContainerStates.waiting(waitingReason))
            .withStates(ContainerStates.waiting(waitingReason), old.lastState())
            .withRestartCount(old.restartCount());
    if (old.state().running() == null || old.lastState().terminated() != null) {
      return status;
    }
    // It ran and is gone: shown as ended once, or the pod would fall back to Pending.
    ContainerState end =
        ContainerStates.unseenEnd(
            ContainerStates.STATUS_UNKNOWN, "The container was running and has disappeared");
    ContainerStatus ended = status.withStates(status.state(), end);
    return input.alive() ? ended.withRestartCount(old.restartCount() + 1) : ended;
  }

  /** Its instances are gone, but not for good: the next one counts on from them. */
  private int restartsToCome(ContainerSlot slot) {
    Integer last = input.remembered().attempts().get(slot.name());
    if (last == null) {
      return 0;
    }
    return switch (slot.kind()) {
      case MAIN, SIDECAR -> last + 1;
      case INIT -> beganLater() && !restartingAll ? last : last + 1;
      case EPHEMERAL -> last;
    };
  }

  private ContainerStatus removedForRestart(ContainerSlot slot, ContainerStatus old) {
    String why = "The container was removed for a restart of all containers";
    ContainerState last =
        old.state().terminated() != null
            ? old.state()
            : ContainerStates.unseenEnd(ContainerStates.RESTARTING_ALL, why);
    ContainerStatus status =
        templates.blank(
            slot, ContainerStates.waiting(new WaitingReason(ContainerStates.RESTARTING_ALL, why)));
    return status.withStates(status.state(), last).withRestartCount(old.restartCount() + 1);
  }

  private ContainerStatus seen(
      ContainerSlot slot, List<ObservedContainer> instances, @Nullable ContainerStatus old) {
    ObservedContainer newest = instances.getFirst();
    String id = ContainerStatusTemplates.containerId(input.basics().runtimeName(), newest.id());
    boolean sameInstance = old != null && old.containerID().equals(id);
    ContainerStatus status =
        templates.of(
            slot,
            newest,
            id,
            state(newest, id, old, sameInstance),
            old,
            input
                .remembered()
                .resize()
                .standing()
                .resources(input.pod(), slot.container().resources(), newest));
    return status
        .withStates(status.state(), lastState(instances, old, sameInstance))
        .withRestartCount(restartCount(instances, old, sameInstance));
  }

  private ContainerState state(
      ObservedContainer newest, String id, @Nullable ContainerStatus old, boolean sameInstance) {
    return switch (newest.condition()) {
      case ContainerCondition.Running running -> ContainerStates.running(running);
      case ContainerCondition.Exited exited -> ContainerStates.terminated(exited, id);
      case ContainerCondition.Created _ -> ContainerStates.waiting(ContainerStates.CREATING);
      case ContainerCondition.Unknown _ -> untold(old, sameInstance);
    };
  }

  private ContainerState untold(@Nullable ContainerStatus old, boolean sameInstance) {
    if (old != null && old.state().running() != null) {
      return ContainerStates.unseenEnd(
          restartingAll ? ContainerStates.RESTARTING_ALL : ContainerStates.STATUS_UNKNOWN,
          "The runtime cannot tell what became of the container");
    }
    return old != null && sameInstance && old.state().terminated() != null
        ? old.state()
        : ContainerStates.waiting(waitingReason);
  }

  /** The instance before the newest, or what was published of it if it is gone already. */
  private ContainerState lastState(
      List<ObservedContainer> instances, @Nullable ContainerStatus old, boolean sameInstance) {
    if (instances.size() > 1) {
      ObservedContainer before = instances.get(1);
      if (before.condition() instanceof ContainerCondition.Exited exited) {
        return ContainerStates.terminated(
            exited,
            ContainerStatusTemplates.containerId(input.basics().runtimeName(), before.id()));
      }
    }
    if (old == null) {
      return ContainerStates.NONE;
    }
    return !sameInstance && old.state().terminated() != null ? old.state() : old.lastState();
  }

  private int restartCount(
      List<ObservedContainer> instances, @Nullable ContainerStatus old, boolean sameInstance) {
    int count = instances.stream().mapToInt(ContainerStatusRule::attempt).max().orElse(0);
    if (old == null) {
      // A later instance than those that are left may have been removed before our time.
      return Math.max(
          count, input.remembered().attempts().getOrDefault(instances.getFirst().name(), 0));
    }
    ContainerCondition condition = instances.getFirst().condition();
    boolean anotherStart =
        condition instanceof ContainerCondition.Running
            && !sameInstance
            && uncounted(old.state().terminated());
    boolean endedUnseen =
        condition instanceof ContainerCondition.Unknown && old.state().running() != null;
    int floor = anotherStart || endedUnseen ? old.restartCount() + 1 : old.restartCount();
    return Math.max(count, floor);
  }

  /** An end that nobody saw was counted as a restart when it was noticed. */
  private static boolean uncounted(@Nullable ContainerStateTerminated end) {
    return end != null && !end.reason().equals(ContainerStates.STATUS_UNKNOWN);
  }

  private static int attempt(ObservedContainer instance) {
    return Math.max(
        instance.attempt(), RuntimeAnnotations.restartCount(instance.annotations()).orElse(0));
  }

  /** An init container may have been cleaned up before we came: what followed it proves it done. */
  private boolean presumedCompleted(ContainerSlot slot, ContainerStatus status) {
    return slot.kind() == ContainerSlot.Kind.INIT
        && status.state().waiting() != null
        && beganLater()
        // What began later is about to be taken away too: it proves nothing for the next round.
        && !restartingAll;
  }

  private boolean beganLater() {
    return input.pod().spec().containers().stream()
        .anyMatch(c ->
            input
                .observed()
                .newest(c.name())
                .filter(i -> !(i.condition() instanceof ContainerCondition.Unknown))
                .isPresent());
  }

  private boolean mayStart(ContainerSlot slot, List<ObservedContainer> instances) {
    if (instances.isEmpty()) {
      return true;
    }
    return switch (instances.getFirst().condition()) {
      case ContainerCondition.Running _ -> false;
      case ContainerCondition.Created _, ContainerCondition.Unknown _ -> true;
      case ContainerCondition.Exited exited ->
          slot.kind() != ContainerSlot.Kind.EPHEMERAL
              && (input.remembered().restarting().contains(slot.name())
                  || RestartRule.restarts(input.pod(), slot.container(), exited.exitCode()));
    };
  }

  private static ContainerStatus heldUp(ContainerStatus status, WaitingReason heldBy) {
    ContainerState last = status.state().terminated() != null ? status.state() : status.lastState();
    return status.withStates(ContainerStates.waiting(heldBy), last);
  }
}
