package dev.jubelet.engine.pod;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.engine.act.Outcome;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import java.util.ArrayList;
import java.util.List;

/**
 * An observation with one step of ours added to it, so that the next step need not wait for a look.
 */
final class ObservationFold {
  private ObservationFold() {}

  static PodObservation after(PodObservation seen, Action action, Outcome outcome) {
    return switch (action) {
      case Action.RunSandbox _ ->
          outcome instanceof Outcome.SandboxRan ran ? withSandbox(seen, ran.sandbox()) : seen;
      case Action.CreateContainer create -> container(seen, create.container().name(), outcome);
      case Action.StartContainer start -> container(seen, start.container().name(), outcome);
      case Action.StopContainer stop -> container(seen, stop.container().name(), outcome);
      case Action.StopSandbox stop -> withoutLife(seen, stop.sandbox().id());
      case Action.RemoveSandbox remove -> withoutSandbox(seen, remove.sandbox().id());
      case Action.RemoveContainer remove -> withoutContainer(seen, remove.container().id());
      case Action.PrepareCgroup _,
          Action.PrepareDirectories _,
          Action.MountVolume _,
          Action.RefreshVolume _,
          Action.ReadyImage _,
          Action.RunPostStart _,
          Action.RunPreStop _,
          Action.Resize _,
          Action.UnmountVolumes _,
          Action.RemoveCgroup _,
          Action.RemoveDirectories _ ->
          seen;
    };
  }

  private static PodObservation withSandbox(PodObservation seen, ObservedSandbox sandbox) {
    List<ObservedSandbox> all = new ArrayList<>();
    all.add(sandbox);
    seen.sandboxes().stream().filter(s -> !s.id().equals(sandbox.id())).forEach(all::add);
    return new PodObservation(seen.uid(), seen.name(), all, seen.containers(), seen.takenAt());
  }

  private static PodObservation container(PodObservation seen, String name, Outcome outcome) {
    if (!(outcome instanceof Outcome.ContainerNow now) || now.container() == null) {
      return seen;
    }
    ObservedContainer container = now.container();
    List<ObservedContainer> all = new ArrayList<>();
    boolean known = seen.containers().stream().anyMatch(c -> c.id().equals(container.id()));
    if (!known) {
      all.add(container);
    }
    seen.containers().forEach(c -> all.add(c.id().equals(container.id()) ? container : c));
    return new PodObservation(seen.uid(), seen.name(), seen.sandboxes(), all, seen.takenAt());
  }

  private static PodObservation withoutLife(PodObservation seen, SandboxId id) {
    List<ObservedSandbox> sandboxes =
        seen.sandboxes().stream().map(s -> s.id().equals(id) ? s.notReady() : s).toList();
    return new PodObservation(
        seen.uid(), seen.name(), sandboxes, seen.containers(), seen.takenAt());
  }

  private static PodObservation withoutSandbox(PodObservation seen, SandboxId id) {
    return new PodObservation(
        seen.uid(),
        seen.name(),
        seen.sandboxes().stream().filter(s -> !s.id().equals(id)).toList(),
        seen.containers().stream().filter(c -> !c.sandbox().equals(id)).toList(),
        seen.takenAt());
  }

  private static PodObservation withoutContainer(PodObservation seen, ContainerId id) {
    return new PodObservation(
        seen.uid(),
        seen.name(),
        seen.sandboxes(),
        seen.containers().stream().filter(c -> !c.id().equals(id)).toList(),
        seen.takenAt());
  }
}
