package dev.jubelet.decide.plan;

import dev.jubelet.decide.resize.ResizeStep;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.LifecycleHandler;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step of work for one pod, with exactly the data that the step needs. Each changes at most one
 * thing outside, so that the process may die between any two of them and the next look goes on.
 */
public sealed interface Action {

  /** Names the thing worked on: two actions of the same key are never under way together. */
  String key();

  /** Whether it makes something that an ending pod would have to take away again. */
  default boolean bringsUp() {
    return false;
  }

  record PrepareCgroup(Pod pod) implements Action {
    @Override
    public String key() {
      return "cgroup";
    }

    @Override
    public boolean bringsUp() {
      return true;
    }
  }

  record PrepareDirectories(Pod pod) implements Action {
    @Override
    public String key() {
      return "directories";
    }

    @Override
    public boolean bringsUp() {
      return true;
    }
  }

  record MountVolume(Pod pod, Volume volume) implements Action {
    public static String key(String volume) {
      return "volume " + volume;
    }

    @Override
    public String key() {
      return key(volume.name());
    }

    @Override
    public boolean bringsUp() {
      return true;
    }
  }

  /** Makes a mounted volume once more, from what its objects are now. */
  record RefreshVolume(Pod pod, Volume volume) implements Action {
    @Override
    public String key() {
      return MountVolume.key(volume.name());
    }

    @Override
    public boolean bringsUp() {
      return true;
    }
  }

  record RunSandbox(Pod pod, int attempt) implements Action {
    @Override
    public String key() {
      return "run sandbox";
    }

    @Override
    public boolean bringsUp() {
      return true;
    }
  }

  /**
   * Makes sure that the image of a container is there, pulling it when its policy says so. It
   * leaves nothing of the pod behind, so that an ending pod need not wait for it.
   */
  record ReadyImage(Pod pod, Container container) implements Action {
    @Override
    public String key() {
      return "image " + container.name() + " " + container.image();
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
      implements Action {
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
    public String key() {
      return key(container.name());
    }

    @Override
    public boolean bringsUp() {
      return true;
    }
  }

  record StartContainer(Pod pod, ObservedContainer container) implements Action {
    @Override
    public String key() {
      return "start " + container.name();
    }

    @Override
    public boolean bringsUp() {
      return true;
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
      implements Action {
    @Override
    public String key() {
      return "postStart " + instance.id();
    }
  }

  /** Runs what a container asks for before its end, for not longer than {@code limit}. */
  record RunPreStop(
      Container container,
      LifecycleHandler handler,
      ObservedContainer instance,
      String podIp,
      Duration limit)
      implements Action {
    @Override
    public String key() {
      return "preStop " + instance.id();
    }
  }

  /**
   * {@code grace} is what is left of it now, {@code nominal} what was granted in all. A shorter
   * grant is another action, so that it overtakes the one under way.
   */
  record StopContainer(ObservedContainer container, Duration grace, Duration nominal)
      implements Action {
    @Override
    public String key() {
      return "stop " + container.id() + " within " + nominal.toSeconds() + "s";
    }
  }

  /** Ends before the pod does: a cgroup that is taken away must not be written again. */
  record Resize(Pod pod, ResizeStep step) implements Action {
    /** What the keys of all steps begin with. */
    public static final String KEY = "resize ";

    @Override
    public String key() {
      return KEY + step.key();
    }

    @Override
    public boolean bringsUp() {
      return true;
    }
  }

  record StopSandbox(ObservedSandbox sandbox) implements Action {
    @Override
    public String key() {
      return "stop sandbox " + sandbox.id();
    }
  }

  record RemoveContainer(ObservedContainer container) implements Action {
    @Override
    public String key() {
      return "remove " + container.id();
    }
  }

  record RemoveSandbox(ObservedSandbox sandbox) implements Action {
    @Override
    public String key() {
      return "remove sandbox " + sandbox.id();
    }
  }

  record UnmountVolumes(PodUid uid) implements Action {
    @Override
    public String key() {
      return "unmount";
    }
  }

  record RemoveCgroup(PodUid uid) implements Action {
    @Override
    public String key() {
      return "remove cgroup";
    }
  }

  record RemoveDirectories(PodUid uid, PodName name) implements Action {
    @Override
    public String key() {
      return "remove directories";
    }
  }
}
