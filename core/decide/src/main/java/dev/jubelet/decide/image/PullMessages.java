package dev.jubelet.decide.image;

import dev.jubelet.model.lifecycle.WaitingReason;
import java.time.Duration;

/** What Kubernetes says about pulls, in events and in the reasons of waiting containers. */
public final class PullMessages {
  public static final String REGISTRY_UNAVAILABLE = "RegistryUnavailable";
  public static final String SIGNATURE_INVALID = "SignatureValidationFailed";

  private PullMessages() {}

  public static String pulling(String image) {
    return "Pulling image \"" + image + "\"";
  }

  /**
   * @param pull how long the pull itself took
   * @param all with the wait for its turn
   */
  public static String pulled(String image, Duration pull, Duration all, long bytes) {
    return "Successfully pulled image \"%s\" in %s (%s including waiting). Image size: %d bytes."
        .formatted(image, spoken(pull), spoken(all), bytes);
  }

  public static String present(String image) {
    return "Container image \""
        + image
        + "\" already present on machine and can be accessed by the pod";
  }

  public static String notRecorded(String image, String why) {
    return "Failed to record image pull intent for container image \"" + image + "\": " + why;
  }

  /** Also for an image that is present and not for this pod: whether it is here is not told. */
  public static WaitingReason neverPulled(String image) {
    return new WaitingReason(
        "ErrImageNeverPull",
        "Container image \"" + image + "\" is not present with pull policy of Never");
  }

  public static WaitingReason invalidName(String image, String why) {
    return new WaitingReason(
        "InvalidImageName", "Failed to apply default image tag \"" + image + "\": " + why);
  }

  public static WaitingReason notInspected(String image, String why) {
    return new WaitingReason(
        "ImageInspectError", "Failed to inspect image \"" + image + "\": " + why);
  }

  /** CRI: a runtime begins its message with one of two words when it knows the kind of failure. */
  public static WaitingReason failed(String image, String message) {
    if (message.startsWith(REGISTRY_UNAVAILABLE)) {
      return new WaitingReason(
          REGISTRY_UNAVAILABLE,
          "image pull failed for "
              + image
              + " because the registry is unavailable"
              + message.substring(REGISTRY_UNAVAILABLE.length()));
    }
    if (message.startsWith(SIGNATURE_INVALID)) {
      return new WaitingReason(
          SIGNATURE_INVALID,
          "image pull failed for "
              + image
              + " because the signature validation failed"
              + message.substring(SIGNATURE_INVALID.length()));
    }
    return new WaitingReason("ErrImagePull", message);
  }

  /** Whether a container that waits with this reason waits for the next try of a pull. */
  public static boolean isPullFailure(String reason) {
    return reason.equals("ErrImagePull")
        || reason.equals(REGISTRY_UNAVAILABLE)
        || reason.equals(SIGNATURE_INVALID);
  }

  /** To the millisecond, as Go writes it: 250ms, 1.2s, 1m2.5s. */
  static String spoken(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis == 0 ? "0s" : millis + "ms";
    }
    String fraction = "%03d".formatted(millis % 1000).replaceAll("0+$", "");
    String seconds = duration.toSecondsPart() + (fraction.isEmpty() ? "" : "." + fraction) + "s";
    String minutes = duration.toMinutes() > 0 ? duration.toMinutesPart() + "m" : "";
    String hours = duration.toHours() > 0 ? duration.toHours() + "h" : "";
    return hours + minutes + seconds;
  }
}
