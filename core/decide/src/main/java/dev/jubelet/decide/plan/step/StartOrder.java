package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.Retry;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Lets containers start for the first time in the order of their pod, as the Go kubelet does, while
 * their images are pulled and they are made side by side. Whoever has a postStart hook also holds
 * back the making of those behind it: what the hook writes may be what they mount. One that cannot
 * start, or restarts, holds up nobody. Ask for each container, in order.
 */
public final class StartOrder {
  private final PodView view;
  private final PodContainerRoles roles;
  private final ObservedSandbox sandbox;
  private final Instant now;

  /** The last one so far that is about to start, and the last whose hook has to end. */
  private @Nullable String starting;

  private @Nullable String hooked;

  public StartOrder(PodView view, PodContainerRoles roles, ObservedSandbox sandbox, Instant now) {
    this.view = view;
    this.roles = roles;
    this.sandbox = sandbox;
    this.now = now;
  }

  /** The step, or why it has to wait. */
  public ContainerStep.Step next(Container container, ContainerStep.Step step) {
    boolean first = !roles.hasRunIn(sandbox, container);
    String holder = first ? holder(step.action()) : null;
    if (first && isOnItsWay(step.action())) {
      if (Hook.postStart(container) == null) {
        starting = container.name();
      } else {
        hooked = container.name();
      }
    }
    ObservedContainer newest = roles.newestIn(sandbox, container);
    if (newest != null && Hooks.isUnfinished(view, newest, now)) {
      hooked = container.name();
    }
    return holder == null
        ? step
        : new ContainerStep.Step(null, container.name() + " starts after " + holder, step.wakeAt());
  }

  private @Nullable String holder(@Nullable Action action) {
    return switch (action) {
      case Action.StartContainer _ -> hooked == null ? starting : hooked;
      case Action.CreateContainer _ -> hooked;
      case null, default -> null;
    };
  }

  /** One whose last try failed does not count while it waits for the next. */
  private boolean isOnItsWay(@Nullable Action action) {
    boolean starts =
        action instanceof Action.EnsureImage
            || action instanceof Action.CreateContainer
            || action instanceof Action.StartContainer;
    Retry retry = action == null ? null : view.memory().retries().get(action.key());
    return starts && (retry == null || !retry.notBefore().isAfter(now));
  }
}
