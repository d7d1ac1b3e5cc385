package dev.jubelet.engine.image;

import dev.jubelet.decide.image.PullMessages;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.RegistryCredentials;
import dev.jubelet.ports.runtime.Images;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Pulls images for all pods of the node: one pull however many pods ask for the same image with the
 * same credentials, and not more of them together than the node's limits say.
 */
public final class ImagePuller {
  /** A pull ends by itself when nothing moves; this is for what is slow and moves. */
  private static final Duration LONGEST_PULL = Duration.ofHours(6);

  private final Images images;
  private final PullCredentials credentials;
  private final PullQueue turns;
  private final NodeTime time;
  private final Journal journal;
  private final ActivePulls activePulls;
  private final SingleFlight<Key, Fetched> pulls = new SingleFlight<>("a pull", LONGEST_PULL);

  /** Pods with other credentials must not get in on a pull that theirs would not have allowed. */
  private record Key(ImageSpec spec, List<RegistryCredential> credentials) {}

  private record Fetched(ObservedImage image, Duration took) {}

  /** What credentials are made of. */
  public record Sources(NodeObjects objects, RegistryCredentials credentials) {}

  /**
   * @param repository the name that credentials are looked up by
   * @param about who needs it
   */
  public record Request(
      Pod pod,
      ImageSpec spec,
      String repository,
      SandboxConfig sandbox,
      ClusterEvent.Subject about) {}

  /**
   * @param said what to tell people about it
   * @param waited for its turn
   */
  public record Pulled(ObservedImage image, String said, Duration waited) {}

  public ImagePuller(
      Images images, Sources sources, PullLimits limits, NodeTime time, Journal journal) {
    this.images = images;
    this.credentials = new PullCredentials(sources.objects(), sources.credentials(), time, journal);
    this.turns = new PullQueue(limits, time);
    this.time = time;
    this.journal = journal;
    this.activePulls = new ActivePulls();
  }

  /** The pulls under way. */
  public ActivePulls activePulls() {
    return activePulls;
  }

  public Pulled pull(Request request) {
    ImageSpec spec = request.spec();
    String pulling = PullMessages.pulling(spec.userSpecified());
    journal.announce(Journal.Level.NORMAL, request.pod(), request.about(), "Pulling", pulling);
    Instant asked = time.now();
    List<RegistryCredential> toTry = credentials.of(request.pod(), request.repository());
    Fetched fetched =
        pulls.join(
            new Key(spec, toTry),
            () ->
                activePulls.during(
                    spec.userSpecified(),
                    time.wall(),
                    () -> turns.during(() -> fetched(spec, toTry, request.sandbox()))));
    Duration all = Duration.between(asked, time.now());
    // Whoever got in on the pull of somebody else waited for the pull itself.
    Duration waited = all.minus(fetched.took());
    return new Pulled(
        fetched.image(),
        PullMessages.pulled(spec.userSpecified(), fetched.took(), all, fetched.image().sizeBytes()),
        waited.isNegative() ? Duration.ZERO : waited);
  }

  private Fetched fetched(ImageSpec spec, List<RegistryCredential> toTry, SandboxConfig sandbox) {
    Instant begun = time.now();
    String reference = firstThatPulls(spec, toTry, sandbox);
    Duration took = Duration.between(begun, time.now());
    ObservedImage image =
        images
            .status(ImageSpec.of(reference))
            .or(() -> images.status(spec))
            .orElseThrow(() ->
                new OutsideFailure(
                    FailureKind.NOT_FOUND, "image " + spec.image() + " vanished after its pull"));
    return new Fetched(image, took);
  }

  private String firstThatPulls(
      ImageSpec spec, List<RegistryCredential> toTry, SandboxConfig sandbox) {
    if (toTry.isEmpty()) {
      return images.pull(spec, null, sandbox);
    }
    Set<String> refusals = new LinkedHashSet<>();
    FailureKind kind = FailureKind.INTERNAL;
    for (RegistryCredential credential : toTry) {
      try {
        return images.pull(spec, credential, sandbox);
      } catch (OutsideFailure refused) {
        // Without its cause, which may say what was redacted here.
        refusals.add(Redaction.of(refused.text(), credential));
        kind = refused.kind();
        if (!dependsOnCredential(kind)) {
          break;
        }
      }
    }
    List<String> all = new ArrayList<>(refusals);
    throw new OutsideFailure(
        kind, all.size() == 1 ? all.getFirst() : "[" + String.join(", ", all) + "]");
  }

  /** A runtime that is away or a full disk is the same for every credential. */
  private static boolean dependsOnCredential(FailureKind kind) {
    return switch (kind) {
      case EXHAUSTED, UNAVAILABLE, TIMED_OUT, UNIMPLEMENTED -> false;
      case BAD_SPEC, NOT_FOUND, ALREADY_EXISTS, DENIED, INTERNAL -> true;
    };
  }
}
