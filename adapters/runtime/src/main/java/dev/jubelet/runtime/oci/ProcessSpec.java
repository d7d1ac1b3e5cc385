package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.ArrayList;
import java.util.List;

/** The process that exec adds to a container: the container's own with other words. */
public final class ProcessSpec {
  private ProcessSpec() {}

  /**
   * @param config the text of the container's {@code config.json}
   * @return what {@code runc exec --process} and conmon's {@code --exec-process-spec} read
   * @throws OutsideFailure BAD_SPEC without anything to run, INTERNAL when the text is damaged
   */
  public static String of(String config, List<String> args, boolean tty) {
    if (args.isEmpty()) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "exec: no command specified");
    }
    try {
      Node.Fields process = Json.objectOf(Json.object(config), "process");
      if (process == null) {
        throw new IllegalArgumentException("it has no process");
      }
      String _ = WorkingDirectory.checked(Json.textOf(process, "cwd"));
      List<String> env = new ArrayList<>(Json.textsOf(process, "env"));
      if (tty && env.stream().noneMatch(entry -> entry.startsWith("TERM="))) {
        env.add("TERM=xterm");
      }
      return JsonWriter.compact(
          new JsonObject(process)
              .put("terminal", tty)
              .put("args", Json.texts(args))
              .put("env", Json.texts(env))
              .build());
    } catch (IllegalArgumentException damaged) {
      throw new OutsideFailure(
          FailureKind.INTERNAL,
          "the container's configuration cannot be read: " + damaged.getMessage(),
          damaged);
    }
  }
}
