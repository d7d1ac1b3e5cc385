package dev.jubelet.engine.timeline;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.model.timeline.StartPhase;

/** What a step is called in a timeline, and what its time counts as. */
record StepKind(String name, String container, StartPhase phase) {

  static StepKind of(Action action) {
    return switch (action) {
      case Action.PrepareDirectories _ -> pod("prepare directories", StartPhase.VOLUMES);
      case Action.PrepareCgroup _ -> pod("prepare cgroup", StartPhase.VOLUMES);
      case Action.MountVolume mount ->
          pod("mount volume " + mount.volume().name(), StartPhase.VOLUMES);
      case Action.RefreshVolume refresh ->
          pod("refresh volume " + refresh.volume().name(), StartPhase.VOLUMES);
      case Action.UnmountVolumes _ -> pod("unmount volumes", StartPhase.VOLUMES);
      case Action.RemoveCgroup _ -> pod("remove cgroup", StartPhase.VOLUMES);
      case Action.RemoveDirectories _ -> pod("remove directories", StartPhase.VOLUMES);
      case Action.RunSandbox _ -> pod("run sandbox", StartPhase.NETWORK);
      case Action.StopSandbox _ -> pod("stop sandbox", StartPhase.NETWORK);
      case Action.RemoveSandbox _ -> pod("remove sandbox", StartPhase.NETWORK);
      case Action.ReadyImage ready ->
          new StepKind("ready image", ready.container().name(), StartPhase.PULLS);
      case Action.CreateContainer create ->
          new StepKind("create", create.container().name(), StartPhase.CREATE);
      case Action.RemoveContainer remove ->
          new StepKind("remove", remove.container().name(), StartPhase.CREATE);
      case Action.Resize _ -> pod("resize", StartPhase.CREATE);
      case Action.StartContainer start ->
          new StepKind("start", start.container().name(), StartPhase.START);
      case Action.StopContainer stop ->
          new StepKind("stop", stop.container().name(), StartPhase.START);
      case Action.RunPostStart hook ->
          new StepKind("postStart", hook.instance().name(), StartPhase.HOOKS);
      case Action.RunPreStop hook ->
          new StepKind("preStop", hook.instance().name(), StartPhase.HOOKS);
    };
  }

  private static StepKind pod(String name, StartPhase phase) {
    return new StepKind(name, "", phase);
  }
}
