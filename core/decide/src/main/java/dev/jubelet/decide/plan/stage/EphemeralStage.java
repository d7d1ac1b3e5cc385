package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.ImagesAhead;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts ephemeral containers, which people add to a living pod to look into it. Each runs once,
 * whatever becomes of it, and nothing waits for it.
 */
public final class EphemeralStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    ObservedSandbox sandbox = roles.usableSandbox();
    if (sandbox == null) {
      return StageVerdict.DONE;
    }
    List<Action> actions = new ArrayList<>();
    for (EphemeralContainer ephemeral : roles.pod().spec().ephemeralContainers()) {
      Action action = next(view, roles, sandbox, ephemeral);
      if (action != null) {
        actions.add(action);
      }
    }
    return StageVerdict.doing(actions, "an ephemeral container has not run yet");
  }

  private static @Nullable Action next(
      PodView view,
      PodContainerRoles roles,
      ObservedSandbox sandbox,
      EphemeralContainer ephemeral) {
    ObservedContainer newest = view.observed().newest(ephemeral.name()).orElse(null);
    if (newest != null) {
      boolean startable =
          newest.condition() instanceof ContainerCondition.Created
              && newest.sandbox().equals(sandbox.id());
      return startable ? new Action.StartContainer(roles.pod(), newest) : null;
    }
    boolean ranBefore = view.memory().container(ephemeral.name()).ran();
    boolean aims = !ephemeral.targetContainerName().isEmpty();
    ContainerId target =
        view.observed()
            .newest(ephemeral.targetContainerName())
            .map(ObservedContainer::id)
            .orElse(null);
    if (ranBefore || (aims && target == null)) {
      return null;
    }
    ObservedImage image = view.memory().container(ephemeral.name()).image();
    Action missing = ImagesAhead.next(view, roles.pod(), ephemeral.asContainer());
    return missing != null || image == null
        ? missing
        : new Action.CreateContainer(
            roles.pod(),
            ephemeral.asContainer(),
            0,
            sandbox,
            image,
            view.memory().volumePaths(),
            aims ? target : null);
  }
}
