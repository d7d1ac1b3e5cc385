package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.InstanceMemory;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.PullPolicy;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one container is ended: its preStop hook first, then the stop with what is left of its grace.
 */
public final class StopStep {
  private StopStep() {}

  /**
   * What a container gets to end by itself.
   *
   * @param granted in all; zero means at once, without its hook
   * @param deadline it may be sooner than what was granted, when the whole pod has to end
   */
  public record GracePeriod(Duration granted, Instant deadline) {
    static GracePeriod from(Duration granted, Instant now) {
      return new GracePeriod(granted, now.plus(granted));
    }
  }

  /**
   * @param restart whether its container runs again, whatever its exit says
   */
  public record Reason(String why, boolean restart) {}

  /**
   * @param wanted its definition, or null when nobody knows it any more
   */
  public static ContainerStep.Step of(
      PodView view,
      @Nullable Container wanted,
      ObservedContainer container,
      GracePeriod gracePeriod,
      Reason reason,
      Instant now) {
    InstanceMemory memory = view.memory().instance(container.id());
    Duration granted = memory.granted();
    Duration nominal =
        GracePeriods.atLeast(
            granted != null && granted.compareTo(gracePeriod.granted()) < 0
                ? granted
                : gracePeriod.granted());
    Instant end = GracePeriods.end(memory.stopBegun(), gracePeriod.deadline(), nominal, now);
    Container definition = wanted != null ? wanted : carried(container);
    LifecycleHandler preStop = preStop(definition);
    boolean hasTime = gracePeriod.granted().isPositive() && end.isAfter(now);
    if (preStop != null && container.running() && hasTime) {
      Hook hook = memory.preStop();
      if (hook == null) {
        Action run =
            new Action.RunPreStop(
                definition,
                preStop,
                container,
                Hooks.podIp(view, container),
                Duration.between(now, end),
                reason.restart());
        return new ContainerStep.Step(run, reason.why(), end);
      }
      if (hook instanceof Hook.Sleeping(Instant until) && until.isAfter(now)) {
        return new ContainerStep.Step(null, reason.why(), until.isBefore(end) ? until : end);
      }
    }
    Duration left = GracePeriods.left(memory.stopBegun(), gracePeriod.deadline(), nominal, now);
    return ContainerStep.Step.act(
        new Action.StopContainer(container, left, nominal, reason.restart()), reason.why());
  }

  private static @Nullable LifecycleHandler preStop(Container definition) {
    Lifecycle lifecycle = definition.lifecycle();
    return lifecycle == null ? null : lifecycle.preStop();
  }

  /**
   * What a container knows of its own definition when nobody else does any more: enough to end it
   * as it was promised.
   */
  private static Container carried(ObservedContainer container) {
    LifecycleHandler preStop = RuntimeAnnotations.preStop(container.annotations()).orElse(null);
    return Container.partial(
        container.name(),
        container.image(),
        PullPolicy.NEVER,
        RuntimeAnnotations.ports(container.annotations()),
        preStop == null ? null : new Lifecycle(null, preStop, null));
  }

  /** Steps for several containers that go on side by side. */
  public static final class Batch {
    private final List<Action> actions = new ArrayList<>();
    private @Nullable Instant wakeAt;
    private boolean waits;

    public void add(ContainerStep.Step step) {
      if (step.action() != null) {
        actions.add(step.action());
      } else {
        waits = true;
      }
      wakeAt = PodPlan.soonest(wakeAt, step.wakeAt());
    }

    /** Somebody else has to end first, at the latest until then. */
    public void holdUntil(@Nullable Instant moment) {
      waits = true;
      wakeAt = PodPlan.soonest(wakeAt, moment);
    }

    public StageVerdict verdict(String why) {
      return actions.isEmpty() && !waits
          ? StageVerdict.DONE
          : StageVerdict.doingOrWaiting(actions, wakeAt, why);
    }
  }
}
