package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.state.DefinitionDiff;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All images of a pod, asked for together before anybody needs them: those of init containers
 * first, since they start first. Each is an action of its own, so that one that cannot be had shows
 * on its own container and holds up nobody else.
 */
public final class ImagesAhead {
  private ImagesAhead() {}

  /** What is neither there for the next instance nor of a container that will not start again. */
  public static List<Action> missing(PodView view, PodContainerRoles roles, Instant now) {
    List<Action> actions = new ArrayList<>();
    for (Container container : roles.pod().spec().initAndMainContainers().toList()) {
      if (ContainerStep.mayStart(view, roles, container, now)) {
        add(view, roles.pod(), container, actions);
      }
    }
    for (Container volume : ImageAskers.volumes(roles.pod())) {
      add(view, roles.pod(), volume, actions);
    }
    return actions;
  }

  /**
   * What containers will need that cannot start yet although their sandbox is there: those that
   * init containers hold up, and those that are stopped for a new image.
   */
  static List<Action> missingIn(
      PodView view, PodContainerRoles roles, ObservedSandbox sandbox, Instant now) {
    List<Action> actions = new ArrayList<>();
    for (Container container : roles.pod().spec().initAndMainContainers().toList()) {
      if (isHeldUp(roles, sandbox, container)
          && ContainerStep.mayStart(view, roles, container, now)) {
        actions.addAll(missingOf(view, roles.pod(), container));
      }
    }
    return actions;
  }

  private static boolean isHeldUp(
      PodContainerRoles roles, ObservedSandbox sandbox, Container container) {
    ObservedContainer newest = roles.newestIn(sandbox, container);
    if (newest != null) {
      return newest.running() && DefinitionDiff.changed(container, newest);
    }
    boolean initialized =
        roles.pod().spec().isInit(container.name()) && roles.hasPassed(sandbox, container);
    return !initialized;
  }

  /** The first image that a container cannot be made without and that is not there yet. */
  public static @Nullable Action next(PodView view, Pod pod, Container container) {
    List<Action> missing = missingOf(view, pod, container);
    return missing.isEmpty() ? null : missing.getFirst();
  }

  /** Kubernetes: the images of its volumes are looked at before its own. */
  private static List<Action> missingOf(PodView view, Pod pod, Container container) {
    List<Action> missing = new ArrayList<>();
    ImageAskers.volumes(pod, container).forEach(volume -> add(view, pod, volume, missing));
    add(view, pod, container, missing);
    return missing;
  }

  private static void add(PodView view, Pod pod, Container asker, List<Action> actions) {
    if (view.memory().container(asker.name()).image() == null) {
      actions.add(new Action.EnsureImage(pod, asker));
    }
  }

  /** Asks for images while those who need them have to wait for somebody else. */
  public static StageVerdict ahead(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    ObservedSandbox sandbox = roles.usableSandbox();
    // Without one the images come beside the making of the sandbox.
    List<Action> missing = sandbox == null ? List.of() : missingIn(view, roles, sandbox, now);
    return StageVerdict.doing(missing, "images come ahead of those who need them");
  }
}
