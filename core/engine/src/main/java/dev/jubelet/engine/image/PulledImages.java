package dev.jubelet.engine.image;

import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.decide.image.ImageAccessRule;
import dev.jubelet.decide.image.ImageName;
import dev.jubelet.decide.image.PullHistory;
import dev.jubelet.model.image.PullAccess;
import dev.jubelet.model.image.PullSecret;
import dev.jubelet.model.image.PulledImage;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PullRecords;
import dev.jubelet.ports.runtime.Images;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Remembers with which credentials images were pulled, so that a private image that one pod brought
 * here is not for every other pod of the node.
 */
final class PulledImages {
  /** From how many records on, and after how many new ones, those of gone images are forgotten. */
  private static final int PRUNE_AFTER = 100;

  private final PullRecords records;
  private final CredentialVerification verification;
  private final Images images;
  private final NodeTime time;
  private final Journal journal;
  private final Map<String, Integer> underWay = new HashMap<>();
  private boolean resumed;
  private int written;

  PulledImages(
      PullRecords records,
      CredentialVerification verification,
      Images images,
      NodeTime time,
      Journal journal) {
    this.records = records;
    this.verification = verification;
    this.images = images;
    this.time = time;
    this.journal = journal;
  }

  /**
   * Whether a pod may use an image that is present without asking its registry.
   *
   * @param asked as the container names it
   * @param secrets those of the pod that are for this image; asked for only when they matter
   */
  boolean mayUse(String asked, ObservedImage image, Supplier<List<PullSecret>> secrets) {
    PullHistory history;
    try {
      history = history(asked, image.id());
    } catch (OutsideFailure unreadable) {
      told("cannot read who may use image " + asked, unreadable);
      return false;
    }
    if (!verification.isRequired(asked, history.pulledByUs())) {
      return true;
    }
    List<PullSecret> shown = ImageAccessRule.dependsOnSecrets(history) ? secrets.get() : List.of();
    ImageAccessRule.Decision decision = ImageAccessRule.decide(history, shown);
    decision.learnt().ifPresent(secret -> remember(asked, image.id(), PullAccess.of(secret)));
    return decision.use();
  }

  private synchronized PullHistory history(String asked, String reference) {
    resume();
    Optional<PulledImage> known = records.find(reference);
    return known.isPresent()
        ? new PullHistory(true, known.get().credentialMapping().get(ImageName.withoutTag(asked)))
        : new PullHistory(underWay.containsKey(asked) || records.hasBegun(asked), null);
  }

  /** What pulls of an earlier life brought here is ours, and nobody knows who may use it. */
  private void resume() {
    if (resumed) {
      return;
    }
    for (String asked : records.begun()) {
      if (!underWay.containsKey(asked)) {
        present(asked)
            .ifPresent(image -> {
              if (merged(asked, image.id(), null)) {
                records.end(asked);
              }
            });
      }
    }
    prune();
    resumed = true;
  }

  private Optional<ObservedImage> present(String asked) {
    try {
      return images.status(ImageSpec.of(ImageName.parse(asked).asAsked(asked)));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** Before a pull: should our process end in it, the image still counts as pulled by us. */
  synchronized void begin(String asked) {
    records.begin(asked);
    underWay.merge(asked, 1, Integer::sum);
  }

  /** After a pull, by the credential that it took. */
  synchronized void pulled(String asked, String reference, PullAccess access) {
    boolean kept = remember(asked, reference, access);
    if (isLast(asked) && kept) {
      end(asked);
    }
    // What cannot be written down stays begun on disk, and so still counts as pulled by us.
  }

  synchronized void failed(String asked) {
    if (isLast(asked)) {
      end(asked);
    }
  }

  private boolean isLast(String asked) {
    return underWay.computeIfPresent(asked, (_, count) -> count > 1 ? count - 1 : null) == null;
  }

  private void end(String asked) {
    try {
      records.end(asked);
    } catch (OutsideFailure stuck) {
      told("cannot forget the pull of image " + asked, stuck);
    }
  }

  private synchronized boolean remember(String asked, String reference, PullAccess access) {
    try {
      return merged(asked, reference, access);
    } catch (OutsideFailure refused) {
      told("cannot remember who may use image " + asked, refused);
      return false;
    }
  }

  private boolean merged(String asked, String reference, @Nullable PullAccess access) {
    Instant now = time.wall();
    Optional<PulledImage> known = records.find(reference);
    PulledImage before = known.orElse(new PulledImage(now, reference, Map.of()));
    Optional<PulledImage> after =
        access == null
            ? Optional.empty()
            : ImageAccessRule.with(before, ImageName.withoutTag(asked), access, now);
    if (after.isPresent() || known.isEmpty()) {
      records.put(after.orElse(before));
      if (++written >= PRUNE_AFTER) {
        prune();
      }
    }
    return true;
  }

  private void prune() {
    written = 0;
    Instant before = time.wall();
    try {
      records.prune(
          PRUNE_AFTER,
          () -> images.list().stream().map(ObservedImage::id).collect(Collectors.toSet()),
          before);
    } catch (OutsideFailure later) {
      told("cannot forget who might use images that are gone", later);
    }
  }

  private void told(String what, OutsideFailure failure) {
    journal.write(Journal.Level.WARNING, "FailedPullRecords", what + ": " + failure.text());
  }
}
