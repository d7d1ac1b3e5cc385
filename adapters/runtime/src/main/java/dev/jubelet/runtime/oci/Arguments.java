package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.ImageRun;
import java.util.ArrayList;
import java.util.List;

/** What a container runs. */
final class Arguments {
  private Arguments() {}

  /**
   * Kubernetes: a command of the pod replaces the image's entrypoint and its cmd, too; arguments of
   * the pod replace the image's cmd only.
   */
  static List<String> of(ContainerConfig config, ImageRun image) {
    boolean own = !config.command().isEmpty();
    List<String> words = new ArrayList<>(own ? config.command() : image.entrypoint());
    words.addAll(own || !config.args().isEmpty() ? config.args() : image.cmd());
    if (words.isEmpty()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "no command specified: neither the pod nor the image "
              + config.image().image()
              + " says what container "
              + config.name()
              + " runs");
    }
    return words;
  }
}
