package dev.jubelet.decide.volume;

import dev.jubelet.model.objects.Blob;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Paths of files in a volume that we write, with Kubernetes' limits and words. */
final class PayloadPaths {
  private static final int LENGTH_MAX = 4096;
  private static final int NAME_MAX = 255;

  private PayloadPaths() {}

  static Optional<String> problem(String path) {
    if (path.isEmpty() || clean(path).isEmpty()) {
      return Optional.of("invalid path: must not be empty: \"" + path + "\"");
    }
    if (path.startsWith("/")) {
      return Optional.of("invalid path: must be relative path: " + path);
    }
    if (bytes(path) > LENGTH_MAX) {
      return Optional.of(
          "invalid path: must be less than or equal to " + LENGTH_MAX + " characters");
    }
    if (path.indexOf('\0') >= 0) {
      return Optional.of("invalid path: must not contain a NUL character");
    }
    for (String name : names(path)) {
      if (name.equals("..")) {
        return Optional.of("invalid path: must not contain '..': " + path);
      }
      if (bytes(name) > NAME_MAX) {
        return Optional.of(
            "invalid path: filenames must be less than or equal to " + NAME_MAX + " characters");
      }
    }
    // Such names are those of the directories behind the visible ones.
    if (clean(path).startsWith("..")) {
      return Optional.of("invalid path: must not start with '..': " + path);
    }
    return Optional.empty();
  }

  /** Without doubled slashes and dots that stand for the same directory. */
  static String clean(String path) {
    return names(path).stream()
        .filter(name -> !name.isEmpty() && !name.equals("."))
        .collect(Collectors.joining("/"));
  }

  private static List<String> names(String path) {
    return Arrays.asList(path.split("/", -1));
  }

  private static int bytes(String text) {
    return Blob.of(text).size();
  }
}
