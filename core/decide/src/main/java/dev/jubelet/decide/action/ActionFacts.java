package dev.jubelet.decide.action;

import static dev.jubelet.model.timeline.StartPhase.CREATE;
import static dev.jubelet.model.timeline.StartPhase.HOOKS;
import static dev.jubelet.model.timeline.StartPhase.NETWORK;
import static dev.jubelet.model.timeline.StartPhase.PULLS;
import static dev.jubelet.model.timeline.StartPhase.START;
import static dev.jubelet.model.timeline.StartPhase.VOLUMES;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.model.volume.Volume;
import java.time.Duration;

/**
 * What is so of one step, whoever asks: its name for us, its place in the timeline of a pod's
 * start, and the words that others read about it.
 *
 * @param key names the thing worked on
 */
public record ActionFacts(String key, Step step, Words words) {
  private static final String KILL = "error killing pod: {}";
  private static final Words REMOVED = new Words("Removed", "FailedCleanUp");

  static ActionFacts of(Action action) {
    return switch (action) {
      case Action.BringsUp makes -> ofMaking(makes);
      case Action.EnsureImage(Pod _, Container asker) ->
          new ActionFacts(
              "image " + asker.name() + " " + asker.image(),
              new Step(PULLS, "ready image", asker.name()),
              new Words("Pulled", "ErrImagePull"));
      case Action.RunPostStart hook -> ofHook("postStart", hook.instance(), "PostStartHook");
      case Action.RunPreStop hook -> ofHook("preStop", hook.instance(), "PreStopHook");
      case Action.StopContainer(ObservedContainer instance, Duration _, Duration nominal) ->
          new ActionFacts(
              "stop " + instance.id() + " within " + nominal.toSeconds() + "s",
              new Step(START, "stop", instance.name()),
              Words.told("Stopped", "FailedKillPod", KILL));
      case Action.StopSandbox(ObservedSandbox sandbox) ->
          ofPod(
              "stop sandbox " + sandbox.id(),
              NETWORK,
              "stop sandbox",
              Words.told("SandboxStopped", "FailedKillPod", KILL));
      case Action.RemoveContainer(ObservedContainer instance) ->
          new ActionFacts(
              "remove " + instance.id(), new Step(CREATE, "remove", instance.name()), REMOVED);
      case Action.RemoveSandbox(ObservedSandbox sandbox) ->
          ofPod("remove sandbox " + sandbox.id(), NETWORK, "remove sandbox", REMOVED);
      case Action.UnmountVolumes _ ->
          ofPod(
              "unmount",
              VOLUMES,
              "unmount volumes",
              new Words("SuccessfulUnMountVolume", "FailedUnmount"));
      case Action.RemoveCgroup _ -> ofPod("remove cgroup", VOLUMES, "remove cgroup", REMOVED);
      case Action.RemoveDirectories _ ->
          ofPod("remove directories", VOLUMES, "remove directories", REMOVED);
    };
  }

  private static ActionFacts ofMaking(Action.BringsUp action) {
    String noPod = "FailedCreatePodContainer";
    return switch (action) {
      case Action.PrepareCgroup _ ->
          ofPod(
              "cgroup",
              VOLUMES,
              "prepare cgroup",
              Words.told("Prepared", noPod, "unable to ensure pod container exists: {}"));
      case Action.PrepareDirectories _ ->
          ofPod(
              "directories",
              VOLUMES,
              "prepare directories",
              new Words(
                  "Prepared",
                  noPod,
                  new Warning(false, "Failed", "error making pod data directories: {}")));
      case Action.MountVolume(Pod _, Volume volume) ->
          ofVolume("mount volume ", volume.name(), "SuccessfulMountVolume");
      case Action.RefreshVolume(Pod _, Volume volume) ->
          ofVolume("refresh volume ", volume.name(), "VolumeRefreshed");
      case Action.RunSandbox _ ->
          ofPod(
              "run sandbox",
              NETWORK,
              "run sandbox",
              Words.told(
                  "SandboxStarted", "FailedCreatePodSandBox", "Failed to create pod sandbox: {}"));
      case Action.CreateContainer create -> {
        String name = create.container().name();
        Warning warning = new Warning(true, "Failed", "Error: {}");
        yield new ActionFacts(
            Action.CreateContainer.key(name),
            new Step(CREATE, "create", name),
            new Words("Created", "CreateContainerError", warning));
      }
      case Action.StartContainer(Pod _, ObservedContainer instance) ->
          new ActionFacts(
              Action.StartContainer.key(instance.name()),
              new Step(START, "start", instance.name()),
              new Words("Started", "RunContainerError"));
      case Action.Resize resize ->
          ofPod(
              Action.Resize.KEY + resize.step().key(),
              CREATE,
              "resize",
              Words.told("Resized", "ResizeError", "{}"));
    };
  }

  private static ActionFacts ofPod(String key, StartPhase phase, String step, Words words) {
    return new ActionFacts(key, new Step(phase, step, ""), words);
  }

  private static ActionFacts ofVolume(String verb, String volume, String done) {
    String failed = "FailedMount";
    Warning warning =
        new Warning(false, failed, "MountVolume.SetUp failed for volume \"" + volume + "\" : {}");
    return ofPod(
        Action.MountVolume.key(volume),
        VOLUMES,
        verb + volume,
        new Words(done, failed, "volume " + volume + ": ", warning));
  }

  private static ActionFacts ofHook(String name, ObservedContainer instance, String word) {
    Warning warning = new Warning(true, "Failed" + word, word + " failed");
    return new ActionFacts(
        name + " " + instance.id(),
        new Step(HOOKS, name, instance.name()),
        new Words(word, "Failed" + word, word + " failed: ", warning));
  }

  /**
   * What it is called in a timeline, and what its time counts as.
   *
   * @param container that it works on or for; an empty text when that is the whole pod
   */
  public record Step(StartPhase phase, String name, String container) {}

  /**
   * In the words of Kubernetes, where it has some.
   *
   * @param done for a step that went well
   * @param failed for one that failed, in statuses and logs
   * @param about what the message of a failure begins with
   */
  public record Words(String done, String failed, String about, Warning warning) {
    /** Of a step whose failure nobody announces. */
    Words(String done, String failed) {
      this(done, failed, "", Warning.NONE);
    }

    Words(String done, String failed, Warning warning) {
      this(done, failed, "", warning);
    }

    /** Of a step whose failure the pod's events have under the same word. */
    static Words told(String done, String failed, String template) {
      return new Words(done, failed, new Warning(false, failed, template));
    }

    public WaitingReason waitingReason(String message) {
      return new WaitingReason(failed, about + message);
    }

    /** The message of a failure without what it is about. */
    String why(WaitingReason waitingReason) {
      String message = waitingReason.message();
      return message.startsWith(about) ? message.substring(about.length()) : message;
    }
  }

  /**
   * What a kubelet announces of a failure.
   *
   * @param template has {@code {}} where the reason for the failure belongs
   */
  public record Warning(boolean ofContainer, String reason, String template) {
    static final Warning NONE = new Warning(false, "", "");
  }
}
