package dev.jubelet.runtime.oci.input;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;

/**
 * What an image says about running it, each empty where it says nothing.
 *
 * @param env entries of the form {@code NAME=value}
 * @param user {@code user[:group]}, each a name or a number
 * @param volumes places in the container that are to outlive layers
 */
public record ImageRun(
    List<String> entrypoint,
    List<String> cmd,
    List<String> env,
    String user,
    String workingDir,
    List<String> volumes,
    String stopSignal) {
  public static final ImageRun NOTHING =
      new ImageRun(List.of(), List.of(), List.of(), "", "", List.of(), "");

  /**
   * @param text the image's configuration
   * @throws OutsideFailure BAD_SPEC when it is none
   */
  public static ImageRun of(String text) {
    try {
      Node.Fields config = Json.objectOf(Json.object(text), "config");
      if (config == null) {
        return NOTHING;
      }
      Node.Fields volumes = Json.objectOf(config, "Volumes");
      return new ImageRun(
          Json.textsOf(config, "Entrypoint"),
          Json.textsOf(config, "Cmd"),
          Json.textsOf(config, "Env"),
          Json.textOf(config, "User"),
          Json.textOf(config, "WorkingDir"),
          volumes == null ? List.of() : List.copyOf(volumes.fields().keySet()),
          Json.textOf(config, "StopSignal"));
    } catch (IllegalArgumentException wrong) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "the image's configuration: " + wrong.getMessage(), wrong);
    }
  }
}
