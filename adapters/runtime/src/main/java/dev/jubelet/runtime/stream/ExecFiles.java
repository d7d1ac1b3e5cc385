package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.runtime.oci.ProcessSpec;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is told to an OCI runtime about an exec, and what it tells, in a directory of its own. */
final class ExecFiles implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ExecFiles.class.getName());
  static final String PREFIX = "exec-";
  private static final int LOG_MAX = 64 * 1024;

  private final Path directory;

  private ExecFiles(Path directory) {
    this.directory = directory;
  }

  static ExecFiles create(Path scratch, Running container, List<String> command, boolean tty)
      throws IOException {
    String config = Files.readString(container.bundle().resolve("config.json"));
    String processSpec = ProcessSpec.of(config, command, tty);
    Files.createDirectories(scratch);
    // For us only: the environment of a process has secrets.
    ExecFiles files = new ExecFiles(Files.createTempDirectory(scratch, PREFIX));
    try {
      Files.writeString(files.process(), processSpec);
      Optional<ProcessIdentity> inside = ProcessIdentity.of(container.pid());
      if (inside.isPresent()) {
        Files.writeString(files.containerFile(), inside.get().pid() + " " + inside.get().born());
      }
      return files;
    } catch (IOException failed) {
      files.close();
      throw failed;
    }
  }

  /** Those of an exec that an earlier life began. */
  static ExecFiles left(Path directory) {
    return new ExecFiles(directory);
  }

  Path directory() {
    return directory;
  }

  Path process() {
    return directory.resolve("process.json");
  }

  Path pidFile() {
    return directory.resolve("pid");
  }

  private Path containerFile() {
    return directory.resolve("container");
  }

  /** The first process of the container, for a later life; empty when it is not known. */
  Optional<ProcessIdentity> container() {
    try {
      String[] words = Files.readString(containerFile()).strip().split(" ", 2);
      return Optional.of(new ProcessIdentity(Long.parseLong(words[0]), Long.parseLong(words[1])));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException unknown) {
      return Optional.empty();
    }
  }

  Path log() {
    return directory.resolve("log");
  }

  /** Empty as long as the process has not begun. */
  OptionalLong pid() {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(pidFile()).strip()));
    } catch (IOException | NumberFormatException notYet) {
      return OptionalLong.empty();
    }
  }

  /** When the process began; empty before. */
  Optional<Instant> begun() {
    try {
      return pid().isPresent()
          ? Optional.of(Files.getLastModifiedTime(pidFile()).toInstant())
          : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** What the runtime complained about last; empty when it did not. */
  private String complaint() {
    try {
      String text = new String(Files.readAllBytes(log()), UTF_8);
      String last = "";
      for (String line : text.substring(Math.max(0, text.length() - LOG_MAX)).split("\n", -1)) {
        String message = message(line);
        last = message.isEmpty() ? last : message;
      }
      return last;
    } catch (IOException none) {
      return "";
    }
  }

  private static String message(String line) {
    try {
      Node.Fields entry = Json.object(line);
      return Json.textOf(entry, "level").equals("error") ? Json.textOf(entry, "msg") : "";
    } catch (IllegalArgumentException half) {
      return "";
    }
  }

  /** Why no process began. */
  IOException failure(String otherwise) {
    String complaint = complaint();
    return new IOException(
        "failed to exec in container: OCI runtime exec failed: "
            + (complaint.isEmpty() ? otherwise.strip() : complaint));
  }

  @Override
  public void close() {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        Files.deleteIfExists(entry);
      }
      Files.deleteIfExists(directory);
    } catch (IOException | DirectoryIteratorException refused) {
      LOG.log(System.Logger.Level.WARNING, "cannot remove " + directory, refused);
    }
  }
}
