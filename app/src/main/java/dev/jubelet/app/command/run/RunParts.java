package dev.jubelet.app.command.run;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The programs that {@code jubelet run} needs from the machine. */
final class RunParts {
  private static final List<String> DIRECTORIES =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");
  private static final List<String> PROGRAMS = List.of("conmon", "catatonit");
  private static final List<String> OCI_RUNTIMES = List.of("crun", "runc");

  private final List<Path> directories;

  RunParts() {
    this(DIRECTORIES.stream().map(Path::of).toList());
  }

  RunParts(List<Path> directories) {
    this.directories = List.copyOf(directories);
  }

  /** In the words that people know them by. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    PROGRAMS.stream().filter(name -> found(name).findAny().isEmpty()).forEach(missing::add);
    if (OCI_RUNTIMES.stream().flatMap(this::found).findAny().isEmpty()) {
      missing.addAll(OCI_RUNTIMES);
    }
    if (found("busybox").noneMatch(ElfFile::isStatic)) {
      missing.add("a static busybox");
    }
    return missing;
  }

  private Stream<Path> found(String name) {
    return directories.stream()
        .map(directory -> directory.resolve(name))
        .filter(Files::isExecutable);
  }

  /**
   * Runs the installer of the source tree, which says itself what it installs.
   *
   * @param home the source tree; "" when this is another kind of installation
   */
  static void install(List<String> missing, String home) throws IOException {
    Path installer = Path.of(home, "parts", "install");
    if (home.isEmpty() || !Files.isExecutable(installer)) {
      throw new CommandFailure(
          "missing on this machine: " + String.join(", ", missing),
          "install them with the machine's package manager and run this again");
    }
    ProcessBuilder builder = new ProcessBuilder(installer.toString()).inheritIO();
    builder.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home")));
    try {
      int exit = builder.start().waitFor();
      if (exit != 0) {
        throw new CommandFailure(
            installer + " ended with " + exit, "see above; it can be run again by itself");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while installing", "run it again to go on");
    }
  }
}
