package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.image.ImageName;
import dev.jubelet.decide.image.PullWords;
import dev.jubelet.engine.image.ImagePuller;
import dev.jubelet.model.container.PullPolicy;
import dev.jubelet.model.lifecycle.Setback;
import dev.jubelet.model.runtime.ImageSpec;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.ports.Announcement;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Images;
import dev.jubelet.ports.OutsideFailure;
import java.util.Map;
import java.util.Optional;

/** Makes sure that an image is there, by the container's pull policy. */
final class ReadyImage {
  private final Images images;
  private final ImagePuller puller;
  private final NodeTerms terms;
  private final RuntimeHandlers handlers;

  ReadyImage(Images images, ImagePuller puller, NodeTerms terms, RuntimeHandlers handlers) {
    this.handlers = handlers;
    this.images = images;
    this.puller = puller;
    this.terms = terms;
  }

  ActionResult perform(Action.ReadyImage action) {
    String asked = action.container().image();
    PullPolicy policy = action.container().imagePullPolicy();
    ImageName name;
    try {
      name = ImageName.parse(asked);
    } catch (IllegalArgumentException malformed) {
      return failed(
          FailureKind.BAD_SPEC,
          PullWords.invalidName(asked, String.valueOf(malformed.getMessage())));
    }
    ImageSpec spec = new ImageSpec(name.asAsked(asked), asked, "", Map.of());
    if (policy != PullPolicy.ALWAYS) {
      Optional<ObservedImage> present;
      try {
        present = images.status(spec);
      } catch (OutsideFailure failure) {
        return failed(failure.kind(), PullWords.notInspected(asked, failure.text()));
      }
      if (present.isPresent()) {
        return ActionResult.done(new Outcome.ImageFound(present.get(), PullWords.present(asked)));
      }
      if (policy == PullPolicy.NEVER) {
        return failed(FailureKind.NOT_FOUND, PullWords.neverPulled(asked));
      }
    }
    return pulled(action, spec, name);
  }

  private ActionResult pulled(Action.ReadyImage action, ImageSpec spec, ImageName name) {
    try {
      ImagePuller.Pulled pulled =
          puller.pull(
              new ImagePuller.Request(
                  action.pod(),
                  spec,
                  name.repository(),
                  terms.sandbox(handlers.resolved(action.pod()), 0),
                  ImageAskers.isVolume(action.container().name())
                      ? Announcement.about(action.pod())
                      : Announcement.about(action.pod(), action.container().name())));
      return ActionResult.done(
          new Outcome.ImageFound(pulled.image(), pulled.said(), pulled.waited()));
    } catch (OutsideFailure failure) {
      return failed(failure.kind(), words(spec.userSpecified(), failure));
    }
  }

  private static Setback words(String asked, OutsideFailure failure) {
    return failure.kind() == FailureKind.BAD_SPEC
        ? new Setback("InvalidImageName", failure.text())
        : PullWords.failed(asked, failure.text());
  }

  private static ActionResult failed(FailureKind kind, Setback setback) {
    return ActionFailures.of(kind, setback);
  }
}
