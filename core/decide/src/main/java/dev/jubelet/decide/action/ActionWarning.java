package dev.jubelet.decide.action;

import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.image.PullMessages;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.WaitingReason;
import java.util.ArrayList;
import java.util.List;

/**
 * A warning about a step that failed, as a kubelet announces it.
 *
 * @param container that it is about; an empty text when that is the whole pod
 */
public record ActionWarning(String container, String reason, String message) {

  /** The reason of a pod whose claims for devices cannot be met. */
  public static final String UNPREPARED = "FailedPrepareDynamicResources";

  /** Kubernetes: claims are met right before the sandbox is made. */
  static List<ActionWarning> ofSandbox(WaitingReason waitingReason) {
    String reason = waitingReason.reason();
    String failed =
        reason.equals(UNPREPARED)
            ? "Failed to prepare dynamic resources: "
            : "Failed to create pod sandbox: ";
    return List.of(new ActionWarning("", reason, failed + waitingReason.message()));
  }

  /** Kubernetes: one for the image, and one for the container that cannot start without it. */
  static List<ActionWarning> ofImage(Container container, WaitingReason waitingReason) {
    boolean ofVolume = ImageAskers.isVolume(container.name());
    String asker = ofVolume ? "" : container.name();
    String why = waitingReason.reason();
    List<ActionWarning> warnings = new ArrayList<>();
    if (PullMessages.isPullFailure(why)) {
      String image = "\"" + container.image() + "\"";
      warnings.add(
          new ActionWarning(
              asker, "Failed", "Failed to pull image " + image + ": " + waitingReason.message()));
    } else {
      String reason = why.equals("ErrImageNeverPull") ? why : "InspectFailed";
      warnings.add(new ActionWarning(asker, reason, waitingReason.message()));
    }
    if (!ofVolume) {
      warnings.add(new ActionWarning(asker, "Failed", "Error: " + why));
    }
    return warnings;
  }
}
