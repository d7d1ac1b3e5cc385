package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Takes away what history nobody asks for: of each container the newest instance and the one before
 * it are kept, since they are its state and its last state.
 */
public final class PruneStage implements Stage {
  private static final int INSTANCES_KEPT = 2;
  private static final int ENDS_OF_INIT_KEPT = 1;

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    SandboxId current = view.observed().newestSandbox().map(ObservedSandbox::id).orElse(null);
    List<Action> actions = new ArrayList<>();
    Map<String, Integer> kept = new LinkedHashMap<>();
    Set<SandboxId> inhabited = new LinkedHashSet<>();
    for (ObservedContainer container : view.observed().containers()) {
      boolean dead =
          switch (container.condition()) {
            case ContainerCondition.Exited _ -> true;
            // It can only be started in the sandbox that it was made for.
            case ContainerCondition.Created _ -> !container.sandbox().equals(current);
            case ContainerCondition.Running _, ContainerCondition.Unknown _ -> false;
          };
      boolean init = roles.pod().spec().isInit(container.name());
      // Kubernetes: of an init container only the newest end is kept.
      int instances = kept.merge(container.name(), init && !dead ? 0 : 1, Integer::sum);
      boolean superfluous =
          instances > (init ? ENDS_OF_INIT_KEPT : INSTANCES_KEPT) || !roles.knows(container.name());
      if (dead && superfluous) {
        actions.add(new Action.RemoveContainer(container));
      } else {
        inhabited.add(container.sandbox());
      }
    }
    view.observed().sandboxes().stream()
        .skip(1)
        .filter(sandbox -> !sandbox.ready() && !inhabited.contains(sandbox.id()))
        .forEach(sandbox -> actions.add(new Action.RemoveSandbox(sandbox)));
    return StageVerdict.doing(actions, "older remains are not needed any more");
  }
}
