package dev.jubelet.app.embedded;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.runtime.settings.RuntimePrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the programs that an embedded runtime calls. */
final class ProgramSearch {
  static final List<Path> DIRECTORIES =
      List.of(
          Path.of("/usr/local/sbin"),
          Path.of("/usr/local/bin"),
          Path.of("/usr/sbin"),
          Path.of("/usr/bin"),
          Path.of("/usr/libexec/podman"),
          Path.of("/usr/libexec/catatonit"),
          Path.of("/sbin"),
          Path.of("/bin"));
  private static final String CRUN = "crun";
  private static final String RUNC = "runc";

  private ProgramSearch() {}

  /**
   * @param hybrid whether cgroup v2 is mounted beside v1, which crun refuses
   */
  static RuntimePrograms find(
      List<Path> directories, EmbeddedSettings.Handlers asked, boolean hybrid) {
    Map<String, Path> handlers = new LinkedHashMap<>();
    program(directories, CRUN).filter(_ -> !hybrid).ifPresent(path -> handlers.put(CRUN, path));
    program(directories, RUNC).ifPresent(path -> handlers.put(RUNC, path));
    asked
        .more()
        .forEach((name, path) -> {
          if (!Files.isExecutable(path)) {
            throw new CommandFailure(
                "the OCI runtime " + path + " of the handler " + name + " cannot be run",
                "is it there, and executable?");
          }
          handlers.put(name, path);
        });
    if (handlers.isEmpty()) {
      throw missing(hybrid ? RUNC : "crun or runc", hybrid ? RUNC : CRUN);
    }
    String first = handlers.keySet().iterator().next();
    String chosen = asked.chosen().isEmpty() ? first : asked.chosen();
    if (!handlers.containsKey(chosen)) {
      throw new CommandFailure(
          "there is no OCI runtime "
              + chosen
              + " here, only "
              + String.join(", ", handlers.keySet()),
          hybrid && chosen.equals(CRUN)
              ? "crun does not work with cgroup v2 mounted beside v1; choose runc"
              : "install it, or name its program with --handler " + chosen + "=PATH");
    }
    return new RuntimePrograms(
        required(directories, "conmon"), required(directories, "catatonit"), chosen, handlers);
  }

  private static Path required(List<Path> directories, String name) {
    return program(directories, name).orElseThrow(() -> missing(name, name));
  }

  private static Optional<Path> program(List<Path> directories, String name) {
    return directories.stream()
        .map(directory -> directory.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static CommandFailure missing(String what, String packaged) {
    return new CommandFailure(
        "missing on this machine: " + what,
        "install the package " + packaged + " (on Debian: apt-get install " + packaged + ")");
  }
}
