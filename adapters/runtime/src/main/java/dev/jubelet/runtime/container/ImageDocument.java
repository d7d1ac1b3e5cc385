package dev.jubelet.runtime.container;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.ImageRun;
import java.util.List;

/** What an image's configuration says about running it. */
record ImageDocument(ImageRun run, String stopSignal) {
  static ImageDocument of(String text) {
    try {
      Node.Fields config = Json.objectOf(Json.object(text), "config");
      if (config == null) {
        return new ImageDocument(ImageRun.NOTHING, "");
      }
      Node.Fields volumes = Json.objectOf(config, "Volumes");
      return new ImageDocument(
          new ImageRun(
              Json.textsOf(config, "Entrypoint"),
              Json.textsOf(config, "Cmd"),
              Json.textsOf(config, "Env"),
              Json.textOf(config, "User"),
              Json.textOf(config, "WorkingDir"),
              volumes == null ? List.of() : List.copyOf(volumes.fields().keySet())),
          Json.textOf(config, "StopSignal"));
    } catch (IllegalArgumentException wrong) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "the image's configuration: " + wrong.getMessage(), wrong);
    }
  }
}
