package dev.jubelet.linux.process;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel shows of the processes of pods, which it finds by the names of their cgroups. */
public final class PodProcesses {
  /** user_namespaces(7): the first id inside, the first outside, and how many. */
  private static final Pattern ONE_RANGE =
      Pattern.compile("\\s*0\\s+([1-9]\\d{0,9})\\s+([1-9]\\d{0,9})\\s*");

  private final Path proc;

  /**
   * @param proc such as {@code /proc}
   */
  public PodProcesses(Path proc) {
    this.proc = proc;
  }

  /** The users that a pod has for its own, when something of it runs with such. */
  public Optional<IdRange> users(PodUid uid) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        Optional<IdRange> users = isOf(uid, process) ? users(process) : Optional.empty();
        if (users.isPresent()) {
          return users;
        }
      }
      return Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static boolean isOf(PodUid uid, Path process) {
    String plain = "pod" + uid.value();
    String slice = "-pod" + uid.value().replace('-', '_') + ".slice";
    for (String line : lines(process.resolve("cgroup"))) {
      for (String part : line.substring(line.lastIndexOf(':') + 1).split("/", -1)) {
        if (part.equals(plain) || part.endsWith(slice)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Optional<IdRange> users(Path process) {
    List<String> users = lines(process.resolve("uid_map"));
    Matcher range = ONE_RANGE.matcher(users.size() == 1 ? users.getFirst() : "");
    if (!range.matches() || !users.equals(lines(process.resolve("gid_map")))) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new IdRange(Long.parseLong(range.group(1)), Long.parseLong(range.group(2))));
    } catch (IllegalArgumentException everybody) {
      return Optional.empty();
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException ended) {
      // Processes come and go while one looks.
      return List.of();
    }
  }
}
