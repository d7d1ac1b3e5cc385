package dev.jubelet.engine.act;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.model.lifecycle.Setback;
import dev.jubelet.ports.FailureKind;

/** The words that Kubernetes has for a failed step; they appear in statuses and events. */
final class FailureWords {
  private FailureWords() {}

  static Setback of(Action action, FailureKind kind, String message) {
    return switch (action) {
      case Action.ReadyImage _ -> new Setback("ErrImagePull", message);
      case Action.CreateContainer _ -> new Setback("CreateContainerError", message);
      case Action.StartContainer _ -> new Setback("RunContainerError", message);
      case Action.RunPostStart _ -> new Setback("FailedPostStartHook", hook("PostStart", kind));
      case Action.RunPreStop _ -> new Setback("FailedPreStopHook", hook("PreStop", kind));
      case Action.RunSandbox _ -> new Setback("FailedCreatePodSandBox", message);
      case Action.MountVolume mount ->
          new Setback("FailedMount", "volume " + mount.volume().name() + ": " + message);
      case Action.RefreshVolume refresh ->
          new Setback("FailedMount", "volume " + refresh.volume().name() + ": " + message);
      case Action.PrepareCgroup _ -> new Setback("FailedCreatePodContainer", message);
      case Action.PrepareDirectories _ -> new Setback("FailedCreatePodContainer", message);
      case Action.Resize _ -> new Setback("ResizeError", message);
      case Action.StopContainer _, Action.StopSandbox _ -> new Setback("FailedKillPod", message);
      case Action.RemoveContainer _,
          Action.RemoveSandbox _,
          Action.RemoveCgroup _,
          Action.RemoveDirectories _ ->
          new Setback("FailedCleanUp", message);
      case Action.UnmountVolumes _ -> new Setback("FailedUnmount", message);
    };
  }

  /** Without the message: it may quote what the hook said. */
  private static String hook(String name, FailureKind kind) {
    String how =
        switch (kind) {
          case TIMED_OUT -> "it took too long";
          case UNAVAILABLE -> "there was no answer";
          case BAD_SPEC -> "it cannot be run as it is written";
          case NOT_FOUND, ALREADY_EXISTS, EXHAUSTED, DENIED, UNIMPLEMENTED, INTERNAL ->
              "it did not succeed";
        };
    return name + "Hook failed: " + how;
  }
}
