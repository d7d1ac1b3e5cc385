package dev.jubelet.linux.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A process as the kernel shows it.
 *
 * @param parent its parent's number
 * @param session of which it is a member, which is the number of the session's first process
 * @param ended whether it is dead and only waits to be asked how it ended
 * @param cgroups where it is accounted for, one line per hierarchy
 * @param pipes that are its input and outputs
 */
record ProcessInfo(
    long pid, long parent, long session, boolean ended, List<String> cgroups, Set<String> pipes) {
  private static final String PIPE = "pipe:";

  ProcessInfo {
    cgroups = List.copyOf(cgroups);
    pipes = Set.copyOf(pipes);
  }

  static List<ProcessInfo> all(Path proc) {
    List<ProcessInfo> seen = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        one(process).ifPresent(seen::add);
      }
    } catch (IOException unreadable) {
      throw new IllegalStateException("cannot list processes in " + proc, unreadable);
    }
    return seen;
  }

  /** Empty when it has ended meanwhile. */
  private static Optional<ProcessInfo> one(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"), ISO_8859_1);
      // proc(5): the name may contain anything, also blanks and brackets.
      String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 6);
      boolean ended = rest[0].equals("Z") || rest[0].equals("X");
      return Optional.of(
          new ProcessInfo(
              Long.parseLong(process.getFileName().toString()),
              Long.parseLong(rest[1]),
              Long.parseLong(rest[3]),
              ended,
              Files.readAllLines(process.resolve("cgroup")),
              ended ? Set.of() : stdio(process.resolve("fd"))));
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException gone) {
      return Optional.empty();
    }
  }

  private static Set<String> stdio(Path descriptors) {
    Set<String> pipes = new LinkedHashSet<>();
    for (int number = 0; number <= 2; number++) {
      pipe(descriptors.resolve(Integer.toString(number))).ifPresent(pipes::add);
    }
    return pipes;
  }

  /** Processes of our own user with a word that is this path or one beneath it. */
  static Set<Long> naming(Path proc, Path path) {
    Set<Long> found = new TreeSet<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      Object own = Files.getAttribute(proc.resolve("self"), "unix:uid");
      for (Path process : processes) {
        if (names(process, path.toString(), own)) {
          found.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException unreadable) {
      throw new IllegalStateException("cannot list processes in " + proc, unreadable);
    }
    return found;
  }

  private static boolean names(Path process, String path, Object user) {
    try {
      if (!user.equals(Files.getAttribute(process, "unix:uid"))) {
        return false;
      }
      String words = Files.readString(process.resolve("cmdline"), ISO_8859_1);
      return Arrays.stream(words.split("\0", -1))
          .anyMatch(word -> word.equals(path) || word.startsWith(path + "/"));
    } catch (IOException gone) {
      return false;
    }
  }

  /** All pipes that a process holds; none when it has ended. */
  static Set<String> pipes(Path proc, long pid) {
    Set<String> pipes = new LinkedHashSet<>();
    Path held = proc.resolve(Long.toString(pid)).resolve("fd");
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(held)) {
      descriptors.forEach(each -> pipe(each).ifPresent(pipes::add));
    } catch (IOException | DirectoryIteratorException ended) {
      return Set.of();
    }
    return pipes;
  }

  private static Optional<String> pipe(Path descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor).toString())
          .filter(target -> target.startsWith(PIPE));
    } catch (IOException closed) {
      return Optional.empty();
    }
  }

  /** Whether it is accounted for at the same place as another, or beneath. */
  boolean isBeneath(List<String> places) {
    return places.size() == cgroups.size()
        && places.stream().allMatch(place -> cgroups.stream().anyMatch(own -> within(own, place)));
  }

  private static boolean within(String own, String place) {
    return own.equals(place) || own.startsWith(place.endsWith("/") ? place : place + "/");
  }
}
