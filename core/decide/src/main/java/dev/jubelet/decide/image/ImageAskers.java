package dev.jubelet.decide.image;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.ImageVolumeSource;
import dev.jubelet.model.volume.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who in a pod asks for an image: its containers, and its image volumes under names of their own.
 */
public final class ImageAskers {
  private static final String VOLUME = "volume/";

  private ImageAskers() {}

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
    return Stream.concat(pod.spec().allContainers(), volumes(pod).stream());
  }

  /** Under which names the images are asked for that a container has as volumes. */
  public static List<String> askersOf(Pod pod, Container container) {
    return volumes(pod, container).stream().map(Container::name).toList();
  }

  /** The image volumes that a container mounts. */
  public static List<Container> volumes(Pod pod, Container container) {
    return volumes(pod).stream().filter(volume -> mounts(container, volume.name())).toList();
  }

  /** Whether what this asker asks for is a volume that the container mounts. */
  public static boolean mounts(Container container, String asker) {
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
  public static String words(Pod pod, String asker) {
    String image = "image \"" + imageOf(pod, asker) + "\"";
    return isVolume(asker)
        ? image + " of volume \"" + asker.substring(VOLUME.length()) + "\""
        : image;
  }

  /** Image volumes as if they were containers: only name, image and policy matter here. */
  public static List<Container> volumes(Pod pod) {
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
