package dev.jubelet.decide.node;

import dev.jubelet.model.node.NodeImage;
import dev.jubelet.model.runtime.ObservedImage;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Which of the runtime's images a node shows: the largest, each with a few of its names. */
public final class NodeImages {
  private static final int NAMES_MAX = 5;

  private NodeImages() {}

  /**
   * @param max how many at most, -1 for all
   */
  public static List<NodeImage> of(List<ObservedImage> images, int max) {
    // Equal sizes in the order of their ids: another order would be a change.
    return images.stream()
        .sorted(
            Comparator.comparingLong(ObservedImage::sizeBytes)
                .reversed()
                .thenComparing(ObservedImage::id))
        .limit(max < 0 ? Integer.MAX_VALUE : max)
        .map(image -> new NodeImage(names(image), image.sizeBytes()))
        .toList();
  }

  private static List<String> names(ObservedImage image) {
    return Stream.concat(image.repoDigests().stream(), image.repoTags().stream())
        .limit(NAMES_MAX)
        .toList();
  }
}
