package dev.jubelet.decide.action;

import static dev.jubelet.model.timeline.StartPhase.CREATE;
import static dev.jubelet.model.timeline.StartPhase.HOOKS;
import static dev.jubelet.model.timeline.StartPhase.NETWORK;
import static dev.jubelet.model.timeline.StartPhase.PULLS;
import static dev.jubelet.model.timeline.StartPhase.START;
import static dev.jubelet.model.timeline.StartPhase.VOLUMES;

import dev.jubelet.decide.action.ActionFacts.Step;
import dev.jubelet.decide.action.ActionFacts.Warning;
import dev.jubelet.decide.action.ActionFacts.Words;
import dev.jubelet.decide.resize.ResizeStep;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.volume.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step of work for one pod, with exactly the data that the step needs. Each changes at most one
 * thing outside, so that the process may die between any two of them and the next look goes on.
 *
 * <p>A new step is added in four places: here with its facts, in the stage that asks for it, in the
 * actuator that does it, and in {@code ActionSuccess}, which says what has changed afterwards.
 */
public sealed interface Action {
  /** What {@link #touches} says of a step that changes the sandboxes of its pod. */
  String SANDBOXES = "/sandboxes";

  ActionFacts facts();

  /** Names the thing worked on: two actions of the same key are never under way together. */
  default String key() {
    return facts().key();
  }

  /** Whether it makes something that an ending pod would have to take away again. */
  default boolean bringsUp() {
    return false;
  }

  /** The containers, by name, that a look shows otherwise afterwards, or the sandboxes. */
  default List<String> touches() {
    return List.of();
  }

  /** The container that waits while it fails, or null when the whole pod does. */
  default @Nullable String waiter() {
    return null;
  }

  /** What is announced of its failure. */
  default List<ActionWarning> warnings(WaitingReason waitingReason) {
    ActionFacts facts = facts();
    Warning warning = facts.words().warning();
    String container = warning.ofContainer() ? facts.step().container() : "";
    String message = warning.template().replace("{}", facts.words().why(waitingReason));
    return warning.equals(Warning.NONE)
        ? List.of()
        : List.of(new ActionWarning(container, warning.reason(), message));
  }

  /** A step that makes something. */
  sealed interface BringsUp extends Action {
    @Override
    default boolean bringsUp() {
      return true;
    }
  }

  /** A step that changes how a look shows one container. */
  sealed interface ChangesContainer extends Action {
    @Override
    default List<String> touches() {
      return List.of(facts().step().container());
    }
  }

  /** A step that changes how a look shows the sandboxes. */
  sealed interface ChangesSandboxes extends Action {
    @Override
    default List<String> touches() {
      return List.of(SANDBOXES);
    }
  }

  record PrepareCgroup(Pod pod) implements BringsUp {
    @Override
    public ActionFacts facts() {
      String failed = "FailedCreatePodContainer";
      Warning warning = Warning.ofPod(failed, "unable to ensure pod container exists: {}");
      return new ActionFacts(
          "cgroup", Step.ofPod(VOLUMES, "prepare cgroup"), new Words("Prepared", failed, warning));
    }
  }

  record PrepareDirectories(Pod pod) implements BringsUp {
    @Override
    public ActionFacts facts() {
      Warning warning = Warning.ofPod("Failed", "error making pod data directories: {}");
      return new ActionFacts(
          "directories",
          Step.ofPod(VOLUMES, "prepare directories"),
          new Words("Prepared", "FailedCreatePodContainer", warning));
    }
  }

  record MountVolume(Pod pod, Volume volume) implements BringsUp {
    public static String key(String volume) {
      return "volume " + volume;
    }

    @Override
    public ActionFacts facts() {
      return facts("mount volume ", volume.name(), "SuccessfulMountVolume");
    }

    private static ActionFacts facts(String verb, String volume, String done) {
      String failed = "FailedMount";
      Warning warning =
          Warning.ofPod(failed, "MountVolume.SetUp failed for volume \"" + volume + "\" : {}");
      return new ActionFacts(
          key(volume),
          Step.ofPod(VOLUMES, verb + volume),
          new Words(done, failed, "volume " + volume + ": ", warning));
    }
  }

  /** Makes a mounted volume once more, from what its objects are now. */
  record RefreshVolume(Pod pod, Volume volume) implements BringsUp {
    @Override
    public ActionFacts facts() {
      return MountVolume.facts("refresh volume ", volume.name(), "VolumeRefreshed");
    }
  }

  record RunSandbox(Pod pod, int attempt) implements BringsUp, ChangesSandboxes {
    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "run sandbox",
          Step.ofPod(NETWORK, "run sandbox"),
          new Words("SandboxStarted", "FailedCreatePodSandBox"));
    }

    @Override
    public List<ActionWarning> warnings(WaitingReason waitingReason) {
      return ActionWarning.ofSandbox(waitingReason);
    }
  }

  /**
   * Makes sure that the image of a container is there, pulling it when its policy says so. It
   * leaves nothing of the pod behind, so that an ending pod need not wait for it.
   */
  record EnsureImage(Pod pod, Container container) implements Action {
    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "image " + container.name() + " " + container.image(),
          new Step(PULLS, "ready image", container.name()),
          new Words("Pulled", "ErrImagePull"));
    }

    @Override
    public String waiter() {
      return container.name();
    }

    @Override
    public List<ActionWarning> warnings(WaitingReason waitingReason) {
      return ActionWarning.ofImage(container, waitingReason);
    }
  }

  /**
   * {@code target} is the container whose processes it shall see, as a debugging container asks
   * for.
   */
  record CreateContainer(
      Pod pod,
      Container container,
      int attempt,
      ObservedSandbox sandbox,
      ObservedImage image,
      Map<String, String> volumePaths,
      @Nullable ContainerId target)
      implements BringsUp, ChangesContainer {
    public CreateContainer {
      volumePaths = Ordered.copyOf(volumePaths);
    }

    public CreateContainer(
        Pod pod,
        Container container,
        int attempt,
        ObservedSandbox sandbox,
        ObservedImage image,
        Map<String, String> volumePaths) {
      this(pod, container, attempt, sandbox, image, volumePaths, null);
    }

    public CreateContainer of(Pod same) {
      return same == pod
          ? this
          : new CreateContainer(same, container, attempt, sandbox, image, volumePaths, target);
    }

    public static String key(String container) {
      return "create " + container;
    }

    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          key(container.name()),
          new Step(CREATE, "create", container.name()),
          new Words("Created", "CreateContainerError", Warning.ofContainer("Failed", "Error: {}")));
    }

    @Override
    public String waiter() {
      return container.name();
    }
  }

  record StartContainer(Pod pod, ObservedContainer container)
      implements BringsUp, ChangesContainer {
    public static String key(String container) {
      return "start " + container;
    }

    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          key(container.name()),
          new Step(START, "start", container.name()),
          new Words("Started", "RunContainerError"));
    }

    @Override
    public String waiter() {
      return container.name();
    }

    @Override
    public List<ActionWarning> warnings(WaitingReason waitingReason) {
      String why = waitingReason.message().replace(container.id().value(), container.name());
      return List.of(new ActionWarning(container.name(), "Failed", "Error: " + why));
    }
  }

  /** Runs what a container asks for right after its start, for as long as that takes. */
  record RunPostStart(
      Pod pod,
      Container container,
      LifecycleHandler handler,
      ObservedContainer instance,
      String podIp)
      implements Action {
    @Override
    public ActionFacts facts() {
      return hook("postStart", instance, "PostStartHook");
    }

    private static ActionFacts hook(String name, ObservedContainer instance, String word) {
      return new ActionFacts(
          name + " " + instance.id(),
          new Step(HOOKS, name, instance.name()),
          new Words(
              word,
              "Failed" + word,
              word + " failed: ",
              Warning.ofContainer("Failed" + word, word + " failed")));
    }
  }

  /** Runs what a container asks for before its stop, which waits for {@code limit} at most. */
  record RunPreStop(
      Container container,
      LifecycleHandler handler,
      ObservedContainer instance,
      String podIp,
      Duration limit,
      boolean restart)
      implements Action {
    @Override
    public ActionFacts facts() {
      return RunPostStart.hook("preStop", instance, "PreStopHook");
    }
  }

  /**
   * {@code grace} is what is left of it now, {@code nominal} what was granted in all. A shorter
   * grant is another action, so that it overtakes the one under way. {@code restart}: it is stopped
   * so that its container runs again, and its exit code says nothing about its work.
   */
  record StopContainer(
      ObservedContainer container, Duration grace, Duration nominal, boolean restart)
      implements ChangesContainer {
    private static final Warning WARNING = Warning.ofPod("FailedKillPod", "error killing pod: {}");

    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "stop " + container.id() + " within " + nominal.toSeconds() + "s",
          new Step(START, "stop", container.name()),
          new Words("Stopped", WARNING.reason(), WARNING));
    }
  }

  /** Ends before the pod does: a cgroup that is taken away must not be written again. */
  record Resize(Pod pod, ResizeStep step) implements BringsUp {
    /** What the keys of all steps begin with. */
    public static final String KEY = "resize ";

    @Override
    public ActionFacts facts() {
      String failed = "ResizeError";
      return new ActionFacts(
          KEY + step.key(),
          Step.ofPod(CREATE, "resize"),
          new Words("Resized", failed, Warning.ofPod(failed, "{}")));
    }
  }

  record StopSandbox(ObservedSandbox sandbox) implements ChangesSandboxes {
    @Override
    public ActionFacts facts() {
      Warning warning = StopContainer.WARNING;
      return new ActionFacts(
          "stop sandbox " + sandbox.id(),
          Step.ofPod(NETWORK, "stop sandbox"),
          new Words("SandboxStopped", warning.reason(), warning));
    }
  }

  record RemoveContainer(ObservedContainer container) implements ChangesContainer {
    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "remove " + container.id(),
          new Step(CREATE, "remove", container.name()),
          new Words("Removed", "FailedCleanUp"));
    }
  }

  record RemoveSandbox(ObservedSandbox sandbox) implements ChangesSandboxes {
    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "remove sandbox " + sandbox.id(),
          Step.ofPod(NETWORK, "remove sandbox"),
          new Words("Removed", "FailedCleanUp"));
    }
  }

  record UnmountVolumes(PodUid uid) implements Action {
    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "unmount",
          Step.ofPod(VOLUMES, "unmount volumes"),
          new Words("SuccessfulUnMountVolume", "FailedUnmount"));
    }
  }

  record RemoveCgroup(PodUid uid) implements Action {
    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "remove cgroup",
          Step.ofPod(VOLUMES, "remove cgroup"),
          new Words("Removed", "FailedCleanUp"));
    }
  }

  record RemoveDirectories(PodUid uid, PodName name) implements Action {
    @Override
    public ActionFacts facts() {
      return new ActionFacts(
          "remove directories",
          Step.ofPod(VOLUMES, "remove directories"),
          new Words("Removed", "FailedCleanUp"));
    }
  }
}
