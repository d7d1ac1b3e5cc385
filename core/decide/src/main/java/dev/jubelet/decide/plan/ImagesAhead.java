package dev.jubelet.decide.plan;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.container.PullPolicy;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.container.TerminationMessagePolicy;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.ImageVolumeSource;
import dev.jubelet.model.volume.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

  private static void add(PodView view, Pod pod, Container asker, List<Action> actions) {
    if (!view.memory().images().containsKey(asker.name())) {
      actions.add(new Action.ReadyImage(pod, asker));
    }
  }

  /** Whether the pod as it is now has this asker with this image. */
  public static boolean isWanted(Pod pod, String asker, String image) {
    return Stream.of(
            containers(pod).stream(),
            pod.spec().ephemeralContainers().stream().map(EphemeralContainer::asContainer),
            volumes(pod).stream())
        .flatMap(askers -> askers)
        .anyMatch(each -> each.name().equals(asker) && each.image().equals(image));
  }

  /** Under which name the image of a volume is asked for and remembered. */
  public static String asker(Volume volume) {
    return VOLUME + volume.name();
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
        askers.add(asker(asker(volume), source.reference(), source.pullPolicy()));
      }
    }
    return askers;
  }

  private static Container asker(String name, String image, PullPolicy policy) {
    return new Container(
        name,
        image,
        List.of(),
        List.of(),
        "",
        List.of(),
        List.of(),
        List.of(),
        new ResourceRequirements(Map.of(), Map.of(), List.of()),
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        null,
        null,
        null,
        null,
        "",
        TerminationMessagePolicy.FILE,
        policy,
        null,
        false,
        false,
        false);
  }
}
