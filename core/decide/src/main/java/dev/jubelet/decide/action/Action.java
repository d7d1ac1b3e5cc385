package dev.jubelet.decide.action;

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
 * <p>A new step is added in five places: here, in {@link ActionFacts}, in the stage that asks for
 * it, in the actuator that does it, and in {@code ActionSuccess}, which says what has changed
 * afterwards. The compiler names those that are missing.
 */
public sealed interface Action {
  /** What {@link #touches} says of a step that changes the sandboxes of its pod. */
  String SANDBOXES = "/sandboxes";

  default ActionFacts facts() {
    return ActionFacts.of(this);
  }

  /** Names the thing worked on: two actions of the same key are never under way together. */
  default String key() {
    return facts().key();
  }

  /** Whether it makes something that an ending pod would have to take away again. */
  default boolean bringsUp() {
    return this instanceof BringsUp;
  }

  /** The containers, by name, that a look shows otherwise afterwards, or the sandboxes. */
  default List<String> touches() {
    if (this instanceof ChangesContainer) {
      return List.of(facts().step().container());
    }
    return this instanceof ChangesSandboxes ? List.of(SANDBOXES) : List.of();
  }

  /** The container that waits while it fails, or null when the whole pod does. */
  default @Nullable String waiter() {
    boolean waits =
        this instanceof EnsureImage
            || this instanceof CreateContainer
            || this instanceof StartContainer;
    return waits ? facts().step().container() : null;
  }

  /** What is announced of its failure. */
  default List<ActionWarning> warnings(WaitingReason waitingReason) {
    return ActionWarning.of(this, waitingReason);
  }

  /** A step that makes something. */
  sealed interface BringsUp extends Action {}

  /** A step that changes how a look shows one container. */
  sealed interface ChangesContainer extends Action {}

  /** A step that changes how a look shows the sandboxes. */
  sealed interface ChangesSandboxes extends Action {}

  record PrepareCgroup(Pod pod) implements BringsUp {}

  record PrepareDirectories(Pod pod) implements BringsUp {}

  record MountVolume(Pod pod, Volume volume) implements BringsUp {
    public static String key(String volume) {
      return "volume " + volume;
    }
  }

  /** Makes a mounted volume once more, from what its objects are now. */
  record RefreshVolume(Pod pod, Volume volume) implements BringsUp {}

  record RunSandbox(Pod pod, int attempt) implements BringsUp, ChangesSandboxes {}

  /**
   * Makes sure that the image of a container is there, pulling it when its policy says so. It
   * leaves nothing of the pod behind, so that an ending pod need not wait for it.
   */
  record EnsureImage(Pod pod, Container container) implements Action {}

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

    public CreateContainer of(Pod same) {
      return same == pod
          ? this
          : new CreateContainer(same, container, attempt, sandbox, image, volumePaths, target);
    }

    public static String key(String container) {
      return "create " + container;
    }
  }

  record StartContainer(Pod pod, ObservedContainer container)
      implements BringsUp, ChangesContainer {
    public static String key(String container) {
      return "start " + container;
    }
  }

  /**
   * Runs what a container asks for right after its start. It may take as long as it likes: nobody
   * but those who wait for this container waits for it.
   */
  record RunPostStart(
      Pod pod,
      Container container,
      LifecycleHandler handler,
      ObservedContainer instance,
      String podIp)
      implements Action {}

  /** Runs what a container asks for before its end, for not longer than {@code limit}. */
  record RunPreStop(
      Container container,
      LifecycleHandler handler,
      ObservedContainer instance,
      String podIp,
      Duration limit)
      implements Action {}

  /**
   * {@code grace} is what is left of it now, {@code nominal} what was granted in all. A shorter
   * grant is another action, so that it overtakes the one under way.
   */
  record StopContainer(ObservedContainer container, Duration grace, Duration nominal)
      implements ChangesContainer {}

  /** Ends before the pod does: a cgroup that is taken away must not be written again. */
  record Resize(Pod pod, ResizeStep step) implements BringsUp {
    /** What the keys of all steps begin with. */
    public static final String KEY = "resize ";
  }

  record StopSandbox(ObservedSandbox sandbox) implements ChangesSandboxes {}

  record RemoveContainer(ObservedContainer container) implements ChangesContainer {}

  record RemoveSandbox(ObservedSandbox sandbox) implements ChangesSandboxes {}

  record UnmountVolumes(PodUid uid) implements Action {}

  record RemoveCgroup(PodUid uid) implements Action {}

  record RemoveDirectories(PodUid uid, PodName name) implements Action {}
}
