package dev.jubelet.decide.plan;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.volume.ImageVolumeSource;
import dev.jubelet.model.volume.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All images of a pod, asked for together before anybody needs them: those of init containers
 * first, since they start first. Each is an action of its own, so that one that cannot be had shows
 * on its own container and holds up nobody else.
 */
public final class ImagesAhead {
  private static final String VOLUME = "volume/";

  private ImagesAhead() {}

  /** What is neither there for the next instance nor of a container that will not start again. */
  static List<Action> missing(PodView view, Roster roster, Instant now) {
    List<Action> actions = new ArrayList<>();
    for (Container container : containers(roster.pod())) {
      if (ContainerStep.mayStart(view, roster, container, now)) {
        add(view, roster.pod(), container, actions);
      }
    }
    for (Container volume : volumes(roster.pod())) {
      add(view, roster.pod(), volume, actions);
    }
    return actions;
  }

  /**
   * What containers will need that cannot start yet although their sandbox is there: those that
   * init containers hold up, and those that are stopped for a new image.
   */
  static List<Action> missingIn(PodView view, Roster roster, ObservedSandbox sandbox, Instant now) {
    List<Action> actions = new ArrayList<>();
    for (Container container : containers(roster.pod())) {
      if (isHeldUp(roster, sandbox, container)
          && ContainerStep.mayStart(view, roster, container, now)) {
        actions.addAll(missingOf(view, roster.pod(), container));
      }
    }
    return actions;
  }

  private static boolean isHeldUp(Roster roster, ObservedSandbox sandbox, Container container) {
    ObservedContainer newest = roster.newestIn(sandbox, container);
    if (newest != null) {
      return newest.running() && Definitions.changed(container, newest);
    }
    boolean initialized = roster.isInit(container.name()) && roster.hasPassed(sandbox, container);
    return !initialized;
  }

  /** The first image that a container cannot be made without and that is not there yet. */
  static @Nullable Action next(PodView view, Pod pod, Container container) {
    List<Action> missing = missingOf(view, pod, container);
    return missing.isEmpty() ? null : missing.getFirst();
  }

  /** Kubernetes: the images of its volumes are looked at before its own. */
  private static List<Action> missingOf(PodView view, Pod pod, Container container) {
    List<Action> missing = new ArrayList<>();
    volumes(pod, container).forEach(volume -> add(view, pod, volume, missing));
    add(view, pod, container, missing);
    return missing;
  }

  private static void add(PodView view, Pod pod, Container asker, List<Action> actions) {
    if (!view.memory().images().containsKey(asker.name())) {
      actions.add(new Action.ReadyImage(pod, asker));
    }
  }

  /** Whether the pod as it is now has this asker with this image. */
  public static boolean isWanted(Pod pod, String asker, String image) {
    return askers(pod).anyMatch(each -> each.name().equals(asker) && each.image().equals(image));
  }

  private static String imageOf(Pod pod, String asker) {
    return askers(pod)
        .filter(each -> each.name().equals(asker))
        .map(Container::image)
        .findFirst()
        .orElse("");
  }

  private static Stream<Container> askers(Pod pod) {
    return Stream.of(
            containers(pod).stream(),
            pod.spec().ephemeralContainers().stream().map(EphemeralContainer::asContainer),
            volumes(pod).stream())
        .flatMap(askers -> askers);
  }

  /** Under which names the images are asked for that a container has as volumes. */
  public static List<String> askersOf(Pod pod, Container container) {
    return volumes(pod, container).stream().map(Container::name).toList();
  }

  /** The image volumes that a container mounts. */
  private static List<Container> volumes(Pod pod, Container container) {
    return volumes(pod).stream().filter(volume -> mounts(container, volume.name())).toList();
  }

  /** Whether what this asker asks for is a volume that the container mounts. */
  static boolean mounts(Container container, String asker) {
    return container.volumeMounts().stream().anyMatch(m -> asker.equals(VOLUME + m.name()));
  }

  /** Under which name the image of a volume is asked for and remembered. */
  public static String asker(Volume volume) {
    return VOLUME + volume.name();
  }

  /** Whether an asker is a volume, and not a container. */
  public static boolean isVolume(String asker) {
    return asker.startsWith(VOLUME);
  }

  /** The image that somebody of the pod asks for, as people call it. */
  static String words(Pod pod, String asker) {
    String image = "image \"" + imageOf(pod, asker) + "\"";
    return isVolume(asker)
        ? image + " of volume \"" + asker.substring(VOLUME.length()) + "\""
        : image;
  }

  private static List<Container> containers(Pod pod) {
    return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
        .toList();
  }

  /** Image volumes as if they were containers: only name, image and policy matter here. */
  private static List<Container> volumes(Pod pod) {
    List<Container> askers = new ArrayList<>();
    for (Volume volume : pod.spec().volumes()) {
      ImageVolumeSource source = volume.image();
      if (source != null) {
        askers.add(
            Container.partial(
                asker(volume), source.reference(), source.pullPolicy(), List.of(), null));
      }
    }
    return askers;
  }
}
