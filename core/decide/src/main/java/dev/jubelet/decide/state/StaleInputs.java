package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.environment.PodReferences;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The actions, by key, whose outcome another object or another definition may change. */
public final class StaleInputs {
  private StaleInputs() {}

  public static Set<String> of(Pod pod, ObjectReference changed) {
    Set<String> keys = new LinkedHashSet<>();
    PodReferences.volumes(pod, changed)
        .forEach(volume -> keys.add(Action.MountVolume.key(volume.name())));
    PodReferences.containers(pod, changed)
        .forEach(container -> keys.add(Action.CreateContainer.key(container.name())));
    if (PodReferences.runsBy(pod, changed)) {
      keys.add(new Action.RunSandbox(pod, 0).key());
    }
    if (PodReferences.pullsWith(pod, changed)) {
      pod.spec()
          .initAndMainContainers()
          .forEach(container -> keys.add(new Action.EnsureImage(pod, container).key()));
    }
    return keys;
  }

  /** Kubernetes: files about the pod follow its labels, annotations and resources. */
  public static Set<String> of(Pod before, Pod now) {
    boolean same =
        before.metadata().labels().equals(now.metadata().labels())
            && before.metadata().annotations().equals(now.metadata().annotations())
            && resources(before).equals(resources(now));
    Set<String> keys = new LinkedHashSet<>();
    for (Volume volume : same ? List.<Volume>of() : PodReferences.aboutThePod(now)) {
      keys.add(Action.MountVolume.key(volume.name()));
    }
    return keys;
  }

  private static List<Record> resources(Pod pod) {
    return pod.spec().initAndMainContainers().<Record>map(Container::resources).toList();
  }
}
