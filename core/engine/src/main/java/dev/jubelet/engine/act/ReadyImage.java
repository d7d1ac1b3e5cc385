package dev.jubelet.engine.act;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ImageSpec;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Images;
import dev.jubelet.ports.OutsideFailure;

/** Makes sure that an image is there, by the container's pull policy. */
final class ReadyImage {
  private final Images images;
  private final Permits pulls;
  private final NodeTerms terms;

  ReadyImage(Images images, Permits pulls, NodeTerms terms) {
    this.images = images;
    this.pulls = pulls;
    this.terms = terms;
  }

  Outcome perform(Action.ReadyImage action) {
    Container container = action.container();
    ImageSpec spec = ImageSpec.of(container.image());
    return new Outcome.ImageFound(
        switch (container.imagePullPolicy()) {
          case ALWAYS -> pulled(action, spec);
          case IF_NOT_PRESENT -> images.status(spec).orElseGet(() -> pulled(action, spec));
          case NEVER ->
              images
                  .status(spec)
                  .orElseThrow(() ->
                      new OutsideFailure(
                          FailureKind.NOT_FOUND,
                          "Container image \""
                              + container.image()
                              + "\" is not present with pull policy of Never"));
        });
  }

  private ObservedImage pulled(Action.ReadyImage action, ImageSpec spec) {
    SandboxConfig pod = terms.sandbox(action.pod(), 0);
    String reference = pulls.during(() -> images.pull(spec, null, pod));
    return images
        .status(ImageSpec.of(reference))
        .or(() -> images.status(spec))
        .orElseThrow(() ->
            new OutsideFailure(
                FailureKind.NOT_FOUND, "image " + spec.image() + " vanished after its pull"));
  }
}
