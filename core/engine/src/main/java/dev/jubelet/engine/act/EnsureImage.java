package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.image.ImageName;
import dev.jubelet.decide.image.PullMessages;
import dev.jubelet.engine.image.ImagePuller;
import dev.jubelet.model.container.PullPolicy;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Images;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Makes sure that an image is there, by the container's pull policy. */
final class EnsureImage {
  private final Images images;
  private final ImagePuller puller;
  private final PodRunSettings runSettings;
  private final RuntimeHandlers handlers;

  EnsureImage(
      Images images, ImagePuller puller, PodRunSettings runSettings, RuntimeHandlers handlers) {
    this.handlers = handlers;
    this.images = images;
    this.puller = puller;
    this.runSettings = runSettings;
  }

  ActionResult perform(Action.EnsureImage action) {
    String asked = action.container().image();
    PullPolicy policy = action.container().imagePullPolicy();
    ImageName name;
    try {
      name = ImageName.parse(asked);
    } catch (IllegalArgumentException malformed) {
      return failed(
          FailureKind.BAD_SPEC,
          PullMessages.invalidName(asked, String.valueOf(malformed.getMessage())));
    }
    ImageSpec spec = new ImageSpec(name.asAsked(asked), asked, "", Map.of());
    if (policy != PullPolicy.ALWAYS) {
      Optional<ObservedImage> present;
      try {
        present = images.status(spec);
      } catch (OutsideFailure failure) {
        return failed(failure.kind(), PullMessages.notInspected(asked, failure.text()));
      }
      if (present.isPresent()
          && puller.mayUse(action.pod(), asked, name.repository(), present.get())) {
        return ActionResult.done(
            new Outcome.ImageFound(present.get(), PullMessages.present(asked), Duration.ZERO));
      }
      if (policy == PullPolicy.NEVER) {
        return failed(FailureKind.NOT_FOUND, PullMessages.neverPulled(asked));
      }
    }
    return pulled(action, spec, name);
  }

  private ActionResult pulled(Action.EnsureImage action, ImageSpec spec, ImageName name) {
    try {
      ImagePuller.Pulled pulled =
          puller.pull(
              new ImagePuller.Request(
                  action.pod(),
                  spec,
                  name.repository(),
                  runSettings.sandbox(handlers.resolved(action.pod()), 0),
                  ImageAskers.isVolume(action.container().name())
                      ? ClusterEvent.about(action.pod())
                      : ClusterEvent.about(action.pod(), action.container().name())));
      return ActionResult.done(
          new Outcome.ImageFound(pulled.image(), pulled.said(), pulled.waited()));
    } catch (OutsideFailure failure) {
      return failed(failure.kind(), words(spec.userSpecified(), failure));
    }
  }

  private static WaitingReason words(String asked, OutsideFailure failure) {
    return failure.kind() == FailureKind.BAD_SPEC
        ? new WaitingReason("InvalidImageName", failure.text())
        : PullMessages.failed(asked, failure.text());
  }

  private static ActionResult failed(FailureKind kind, WaitingReason waitingReason) {
    return ActionFailures.of(kind, waitingReason);
  }
}
