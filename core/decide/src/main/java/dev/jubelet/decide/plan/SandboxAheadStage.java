package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.Chore;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import java.time.Instant;
import java.util.List;

/**
 * Makes a new pod's sandbox while its token is asked for, which nearly every pod of a cluster waits
 * for. A pod that waits for somebody's ConfigMap or disk has no sandbox meanwhile, as with any
 * kubelet.
 */
final class SandboxAheadStage implements Stage {
  private static final SandboxStage SANDBOX = new SandboxStage();

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Pod pod = Roster.of(view).pod();
    boolean prepared = view.memory().did(Chore.DIRECTORIES) && view.memory().did(Chore.CGROUP);
    boolean first = view.observed().sandboxes().isEmpty() && view.observed().containers().isEmpty();
    if (!prepared || !first) {
      return StageVerdict.DONE;
    }
    List<Volume> missing = GroundStage.missing(view, pod);
    boolean soon = missing.stream().allMatch(volume -> isToken(volume) && !hasFailed(view, volume));
    return !missing.isEmpty() && soon ? SANDBOX.judge(view, now) : StageVerdict.DONE;
  }

  private static boolean isToken(Volume volume) {
    return volume.projected() != null
        && volume.projected().sources().stream()
            .anyMatch(source -> source.serviceAccountToken() != null);
  }

  private static boolean hasFailed(PodView view, Volume volume) {
    return view.memory().retries().containsKey(Action.MountVolume.key(volume.name()));
  }
}
