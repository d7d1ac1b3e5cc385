package dev.jubelet.ports;

import dev.jubelet.model.image.PulledImage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What outlives our process of pulls: those that began, and with which credentials images were
 * pulled. All of it fails with {@link OutsideFailure} when the disk does.
 */
public interface PullRecords {
  /** Remembers that a pull begins; the image is as a container names it. */
  void begin(String image);

  /** The pull is over. */
  void end(String image);

  boolean hasBegun(String image);

  /** The images whose pulls began and did not end. */
  List<String> begun();

  /** A record that cannot be read is set aside, and not there from then on. */
  Optional<PulledImage> find(String imageRef);

  void put(PulledImage image);

  /**
   * Forgets images that are not there, once there are more records than that.
   *
   * @param present asked only then
   * @param notBefore records as new as that stay
   */
  void prune(int most, Supplier<Set<String>> present, Instant notBefore);
}
