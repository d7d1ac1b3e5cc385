package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.Document;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A container from outside: what crictl says, what the kernel says, what it printed. */
record ContainerView(PodView pod, String name) {
  // The time, the stream and whether the line is whole come first in a CRI log.
  private static final int LOG_WORDS = 4;

  Document inspected() {
    return pod.view().container(pod.uid(), name);
  }

  /** All that its instances printed, oldest first. */
  List<String> printed() {
    Path directory = pod.logs().resolve(name);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    try (Stream<Path> logs = Files.list(directory)) {
      for (Path log : logs.sorted().toList()) {
        Files.readAllLines(log).stream()
            .map(line -> line.split(" ", LOG_WORDS))
            .filter(words -> words.length == LOG_WORDS)
            .forEach(words -> lines.add(words[LOG_WORDS - 1]));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  /** A file of its first process, such as {@code status}. */
  String proc(String file) {
    long pid = inspected().at("info", "pid").number();
    if (pid == 0) {
      throw new IllegalStateException("container " + name + " does not run");
    }
    return read(Path.of("/proc", Long.toString(pid), file));
  }

  /** One line of {@code /proc/PID/status}, by its name. */
  String status(String key) {
    return proc("status")
        .lines()
        .filter(line -> line.startsWith(key + ":"))
        .map(line -> line.substring(key.length() + 1).strip().replaceAll("\\s+", " "))
        .findFirst()
        .orElse("");
  }

  /** Such as {@code net:[4026531840]}. */
  String namespace(String kind) {
    long pid = inspected().at("info", "pid").number();
    return link(Path.of("/proc", Long.toString(pid), "ns", kind));
  }

  /** The mounts at a point as mountinfo shows them, the topmost last. */
  String mount(String point) {
    return proc("mountinfo")
        .lines()
        .filter(line -> line.split(" ")[4].equals(point))
        .collect(Collectors.joining("\n"));
  }

  /** The group that its first process is in. */
  String cgroup(CgroupFile file) {
    return file.read(proc("cgroup"), false);
  }

  /** The group of its pod, which is the one above. */
  String podCgroup(CgroupFile file) {
    return file.read(proc("cgroup"), true);
  }

  static String link(Path path) {
    try {
      return Files.readSymbolicLink(path).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
