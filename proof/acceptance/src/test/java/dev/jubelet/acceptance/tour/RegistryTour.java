package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.absent;
import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;
import static dev.jubelet.acceptance.tour.Expectation.without;

import dev.jubelet.acceptance.LocalRegistry;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.RealParts;
import java.nio.file.Path;
import java.util.List;

/** Images from a registry that asks for a name and a password. */
final class RegistryTour {
  private static final List<String> IMAGES =
      List.of("tour/secret", "tour/shared", "tour/always", "tour/never", "plugin/tour");
  private static final String REFUSED =
      ".*(authorization failed|401 Unauthorized|no basic auth|refuses us \\(status 401\\)).*";

  private RegistryTour() {}

  static List<Example> examples() {
    return List.of(pullSecret(), plugin(), policies());
  }

  /** The registry, with all images that the examples expect there. */
  static LocalRegistry start(RealNode node) {
    LocalRegistry registry =
        LocalRegistry.start(RealParts.registry(), node.namespace(), directory(node));
    Path busybox = node.directory().resolve("images/busybox.tar");
    IMAGES.forEach(image -> registry.push(busybox, image));
    return registry;
  }

  /** The plugin's flags of the command line. */
  static List<String> flags() {
    Path plugins = Example.directory().resolve("plugins");
    return List.of(
        "--image-credential-provider-config=" + plugins.resolve("providers.yaml"),
        "--image-credential-provider-bin-dir=" + plugins);
  }

  private static Example pullSecret() {
    return Example.of("pull-secret")
        .prints("pulled with the password")
        .phase("Running")
        .check(
            "crictl images",
            pod -> pod.view().node().crictl().run("images"),
            containing("localhost:5000/tour/secret "))
        .check("pulls in the registry's log", pod -> pulls(pod, "tour/secret"), is("1"))
        .check("the node's log", RegistryTour::log, without(LocalRegistry.PASSWORD))
        .pod("pull-nobody")
        .state("state/waiting/reason", like("ErrImagePull|ImagePullBackOff"))
        .state("state/waiting/message", like(REFUSED))
        .pod("pull-wrong")
        .state("state/waiting/reason", like("ErrImagePull|ImagePullBackOff"))
        .state("state/waiting/message", like(REFUSED))
        .state("state/waiting/message", without("red herring"))
        .check("the node's log", RegistryTour::log, without("red herring"));
  }

  private static Example plugin() {
    return Example.of("credential-plugin")
        .prints("pulled by the plugin")
        .phase("Running")
        .check("pulls in the registry's log", pod -> pulls(pod, "plugin/tour"), is("1"))
        .check("the node's log", RegistryTour::log, without(LocalRegistry.PASSWORD));
  }

  private static Example policies() {
    Example example =
        Example.of("pull-policies")
            .container("always")
            .printed(is("start 1\nstart 2"))
            .check("pulls of always", pod -> pulls(pod, "tour/always"), is("2"))
            .container("never")
            .state("state/waiting/reason", "ErrImageNeverPull")
            .check("pulls of never", pod -> pulls(pod, "tour/never"), is("0"))
            .container("missing")
            .state("state/waiting/reason", "ImagePullBackOff")
            .state(
                "state/waiting/message",
                like(
                    "Back-off pulling image \"localhost:5000/tour/missing:1\".*(not found|status"
                        + " 404).*"))
            .container("present")
            .prints("it was here")
            .inspect("status/image/image", containing("localhost/busybox:1"))
            .container("main");
    for (int i = 1; i <= 3; i++) {
      example
          .pod("pull-shared-" + i)
          .prints("shared")
          .phase("Running")
          .check("pulls of shared", pod -> pulls(pod, "tour/shared"), is("1"))
          .state("state/waiting/message", absent());
    }
    return example;
  }

  private static String pulls(PodView pod, String repository) {
    return String.valueOf(LocalRegistry.pulls(directory(pod.view().node()), repository));
  }

  private static String log(PodView pod) {
    return pod.view().node().kubelet().lastLines(5000);
  }

  private static Path directory(RealNode node) {
    return node.directory().resolve("registry");
  }
}
