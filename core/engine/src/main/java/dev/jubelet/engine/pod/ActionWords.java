package dev.jubelet.engine.pod;

import dev.jubelet.decide.plan.Action;

/** The word for a step that went well, as Kubernetes events have it where they do. */
final class ActionWords {
  private ActionWords() {}

  static String done(Action action) {
    return switch (action) {
      case Action.PrepareCgroup _, Action.PrepareDirectories _ -> "Prepared";
      case Action.MountVolume _ -> "SuccessfulMountVolume";
      case Action.RefreshVolume _ -> "VolumeRefreshed";
      case Action.RunSandbox _ -> "SandboxStarted";
      case Action.ReadyImage _ -> "Pulled";
      case Action.CreateContainer _ -> "Created";
      case Action.StartContainer _ -> "Started";
      case Action.RunPostStart _ -> "PostStartHook";
      case Action.RunPreStop _ -> "PreStopHook";
      case Action.StopContainer _ -> "Stopped";
      case Action.Resize _ -> "Resized";
      case Action.StopSandbox _ -> "SandboxStopped";
      case Action.RemoveContainer _,
          Action.RemoveSandbox _,
          Action.RemoveCgroup _,
          Action.RemoveDirectories _ ->
          "Removed";
      case Action.UnmountVolumes _ -> "SuccessfulUnMountVolume";
    };
  }
}
