package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.like;

import java.util.List;

/** Where images come from. */
final class ImageTour {
  private ImageTour() {}

  static List<Example> examples() {
    return List.of(pullPolicies());
  }

  private static Example pullPolicies() {
    return Example.of("image-pull")
        .container("present")
        .prints("the image is here")
        .inspect("status/image/image", containing("localhost/busybox:1"))
        .container("never")
        .state("state/waiting/reason", "ErrImageNeverPull")
        .container("nowhere")
        .state("state/waiting/reason", like("ErrImagePull|ImagePullBackOff"))
        .state("state/waiting/message", containing("localhost:1/not-there:1"));
  }
}
