package dev.jubelet.runtime.oci.input;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonShape;
import dev.jubelet.json.Node;
import dev.jubelet.json.PartialJsonReader;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

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
   * Twice what the kernel takes in one argument or variable (128 KiB, execve(2)); images have some
   * thousands of characters. Labels and history do not count, as they are skipped.
   */
  private static final int KEPT_MAX = 256 * 1024;

  private static final int ITEMS_MAX = 2000;

  /** Each becomes a directory and a mount. */
  private static final int VOLUMES_MAX = 100;

  private static final JsonShape TEXTS = new JsonShape.Items(ITEMS_MAX, JsonShape.VALUE);
  private static final PartialJsonReader READER =
      new PartialJsonReader(
          new JsonShape.Fields(
              Map.of(
                  "config",
                  new JsonShape.Fields(
                      Map.of(
                          "Entrypoint",
                          TEXTS,
                          "Cmd",
                          TEXTS,
                          "Env",
                          TEXTS,
                          "User",
                          JsonShape.VALUE,
                          "WorkingDir",
                          JsonShape.VALUE,
                          "Volumes",
                          new JsonShape.Entries(VOLUMES_MAX, JsonShape.VALUE),
                          "StopSignal",
                          JsonShape.VALUE)))),
          KEPT_MAX);

  /**
   * @param content the image's configuration
   * @throws OutsideFailure BAD_SPEC when it is none
   */
  public static ImageRun of(InputStream content) throws IOException {
    try {
      if (!(READER.read(content) instanceof Node.Fields document)) {
        throw new IllegalArgumentException("it is not a JSON object");
      }
      Node.Fields config = Json.objectOf(document, "config");
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
