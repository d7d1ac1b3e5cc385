package dev.jubelet.acceptance.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a machine wrote down before it switched itself off. */
public final class MachineReport {
  private final Path directory;
  private final String console;

  private MachineReport(Path directory, String console) {
    this.directory = directory;
    this.console = console;
  }

  static MachineReport unpack(Path archive, Path directory, String console) throws IOException {
    Files.createDirectory(directory);
    Tool.Result result =
        Tool.of("tar", "-x", "-f", archive.toString(), "-C", directory.toString()).attempt();
    if (!result.ok() || !Files.exists(directory.resolve("exit"))) {
      throw new AssertionError(
          "the machine left no report: " + result.err() + "\nits console:\n" + console);
    }
    return new MachineReport(directory, console);
  }

  /** The end of what it said. */
  public String console() {
    return console;
  }

  public int exit() {
    return Integer.parseInt(text("exit"));
  }

  /** Without blanks around it; "" when there is no such file. */
  public String text(String path) {
    Path file = directory.resolve(path);
    try {
      return Files.isRegularFile(file) ? new String(Files.readAllBytes(file), UTF_8).strip() : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
