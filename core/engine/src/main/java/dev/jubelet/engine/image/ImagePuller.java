package dev.jubelet.engine.image;

import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.decide.image.PullMessages;
import dev.jubelet.model.image.PullAccess;
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
import dev.jubelet.ports.PullRecords;
import dev.jubelet.ports.RegistryCredentials;
import dev.jubelet.ports.runtime.Images;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pulls images for all pods of the node: one pull however many pods ask for the same image with the
 * same credentials, and not more of them together than the node's limits say.
 */
public final class ImagePuller {
  /** A pull ends by itself when nothing moves; this is for what is slow and moves. */
  private static final Duration LONGEST_PULL = Duration.ofHours(6);

  private final Images images;
  private final PullCredentials credentials;
  private final PulledImages pulled;
  private final PullQueue turns;
  private final NodeTime time;
  private final Journal journal;
  private final ActivePulls activePulls;
  private final SingleFlight<Key, Fetched> pulls = new SingleFlight<>("a pull", LONGEST_PULL);

  /** Pods with other credentials must not get in on a pull that theirs would not have allowed. */
  private record Key(ImageSpec spec, List<RegistryCredential> credentials) {}

  /**
   * @param credential that it took; null when none was needed
   */
  private record Fetched(
      ObservedImage image, @Nullable RegistryCredential credential, Duration took) {}

  private record Reference(String reference, @Nullable RegistryCredential credential) {}

  /** What credentials are made of, and where it is remembered with which of them images came. */
  public record Sources(
      NodeObjects objects,
      RegistryCredentials credentials,
      PullRecords records,
      CredentialVerification verification) {}

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
    this.pulled =
        new PulledImages(sources.records(), sources.verification(), images, time, journal);
    this.turns = new PullQueue(limits, time);
    this.time = time;
    this.journal = journal;
    this.activePulls = new ActivePulls();
  }

  /** The pulls under way. */
  public ActivePulls activePulls() {
    return activePulls;
  }

  /**
   * Whether a pod may use an image that is present as it is. Else the registry has to say so, by a
   * pull.
   *
   * @param repository the name that credentials are looked up by
   */
  public boolean mayUse(Pod pod, String asked, String repository, ObservedImage image) {
    return pulled.mayUse(asked, image, () -> credentials.secrets(pod, repository));
  }

  public Pulled pull(Request request) {
    String asked = request.spec().userSpecified();
    begin(asked);
    journal.announce(
        Journal.Level.NORMAL,
        request.pod(),
        request.about(),
        "Pulling",
        PullMessages.pulling(asked));
    boolean done = false;
    try {
      Instant since = time.now();
      List<PullCredentials.Source> toTry = credentials.of(request.pod(), request.repository());
      Fetched fetched = fetched(request, toTry);
      Duration all = Duration.between(since, time.now());
      // Each pod by its own secret, although another pod's pull may have brought it.
      pulled.pulled(asked, fetched.image().id(), access(fetched.credential(), toTry));
      done = true;
      // Whoever got in on the pull of somebody else waited for the pull itself.
      Duration waited = all.minus(fetched.took());
      return new Pulled(
          fetched.image(),
          PullMessages.pulled(asked, fetched.took(), all, fetched.image().sizeBytes()),
          waited.isNegative() ? Duration.ZERO : waited);
    } finally {
      if (!done) {
        pulled.failed(asked);
      }
    }
  }

  private void begin(String asked) {
    try {
      pulled.begin(asked);
    } catch (OutsideFailure refused) {
      throw new OutsideFailure(
          refused.kind(), PullMessages.notRecorded(asked, refused.text()), refused);
    }
  }

  private static PullAccess access(
      @Nullable RegistryCredential used, List<PullCredentials.Source> tried) {
    return tried.stream()
        .filter(source -> source.credential().equals(used))
        .findFirst()
        .map(PullCredentials.Source::access)
        .orElse(PullAccess.EVERY_POD);
  }

  private Fetched fetched(Request request, List<PullCredentials.Source> sources) {
    ImageSpec spec = request.spec();
    List<RegistryCredential> toTry =
        sources.stream().map(PullCredentials.Source::credential).toList();
    return pulls.join(
        new Key(spec, toTry),
        () ->
            activePulls.during(
                spec.userSpecified(),
                time.wall(),
                () -> turns.during(() -> fetched(spec, toTry, request.sandbox()))));
  }

  private Fetched fetched(ImageSpec spec, List<RegistryCredential> toTry, SandboxConfig sandbox) {
    Instant begun = time.now();
    Reference brought = firstThatPulls(spec, toTry, sandbox);
    Duration took = Duration.between(begun, time.now());
    ObservedImage image =
        images
            .status(ImageSpec.of(brought.reference()))
            .or(() -> images.status(spec))
            .orElseThrow(() ->
                new OutsideFailure(
                    FailureKind.NOT_FOUND, "image " + spec.image() + " vanished after its pull"));
    return new Fetched(image, brought.credential(), took);
  }

  private Reference firstThatPulls(
      ImageSpec spec, List<RegistryCredential> toTry, SandboxConfig sandbox) {
    if (toTry.isEmpty()) {
      return new Reference(images.pull(spec, null, sandbox), null);
    }
    Set<String> refusals = new LinkedHashSet<>();
    FailureKind kind = FailureKind.INTERNAL;
    for (RegistryCredential credential : toTry) {
      try {
        return new Reference(images.pull(spec, credential, sandbox), credential);
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
