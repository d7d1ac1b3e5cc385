package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.RememberedStep;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a sandbox and its containers stand on: directories and cgroup, then volumes. Directories
 * come before volumes because they are what a later life finds the remains of a pod by.
 */
public final class PodSetupStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Pod pod = PodContainerRoles.of(view).pod();
    List<Action> actions = new ArrayList<>();
    if (!view.memory().did(RememberedStep.DIRECTORIES)) {
      actions.add(new Action.PrepareDirectories(pod));
    }
    if (!view.memory().did(RememberedStep.CGROUP)) {
      actions.add(new Action.PrepareCgroup(view.memory().resize().widest(pod)));
    }
    if (view.memory().did(RememberedStep.DIRECTORIES)) {
      missing(view, pod).forEach(volume -> actions.add(new Action.MountVolume(pod, volume)));
    }
    return StageVerdict.doing(actions, "directories, cgroup and volumes come first");
  }

  /** Volumes that somebody asks for and that are not there yet. */
  static List<Volume> missing(PodView view, Pod pod) {
    return pod.spec().volumes().stream()
        .filter(volume -> !view.memory().volumePaths().containsKey(volume.name()))
        .filter(volume -> isUsed(pod, volume))
        .toList();
  }

  /** Kubernetes mounts a volume only when a container asks for it. */
  private static boolean isUsed(Pod pod, Volume volume) {
    return pod.spec()
        .allContainers()
        .anyMatch(container ->
            container.volumeMounts().stream().anyMatch(m -> m.name().equals(volume.name()))
                || container.volumeDevices().stream()
                    .anyMatch(d -> d.name().equals(volume.name())));
  }

  /** Brings volumes up to date whose objects have changed since they were made. */
  public static StageVerdict refresh(PodView view, Instant now) {
    Pod pod = PodContainerRoles.of(view).pod();
    List<Action> actions = new ArrayList<>();
    for (Volume volume : pod.spec().volumes()) {
      boolean mounted = view.memory().volumePaths().containsKey(volume.name());
      if (mounted
          && volume.isWritten()
          && view.memory().isStale(Action.MountVolume.key(volume.name()))) {
        actions.add(new Action.RefreshVolume(pod, volume));
      }
    }
    return StageVerdict.doing(actions, "what its files come from has changed");
  }
}
