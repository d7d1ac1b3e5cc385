package dev.jubelet.acceptance.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An installed containerd: its daemon, with {@code ctr} and the shim in the same directory. */
public record ContainerdProgram(Path daemon, String version) {
  private static final Pattern VERSION = Pattern.compile("\\bv?(\\d+\\.\\d+\\.\\d+)");

  public static ContainerdProgram at(Path daemon) {
    String said = Tool.of(daemon.toString(), "--version").run().strip();
    Matcher matcher = VERSION.matcher(said);
    if (!matcher.find()) {
      throw new IllegalStateException(daemon + " does not say its version: " + said);
    }
    return new ContainerdProgram(daemon, matcher.group(1));
  }

  /** The one that the machine's packages brought. */
  public static Optional<ContainerdProgram> installed() {
    return List.of("/usr/bin", "/usr/local/bin", "/usr/sbin").stream()
        .map(directory -> Path.of(directory, "containerd"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(ContainerdProgram::at);
  }

  public int major() {
    return Integer.parseInt(version.substring(0, version.indexOf('.')));
  }

  Path directory() {
    return daemon.resolveSibling("");
  }

  Path ctr() {
    return daemon.resolveSibling("ctr");
  }
}
