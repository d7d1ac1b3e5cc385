package dev.jubelet.simulator.planted;

import java.util.regex.Pattern;

/**
 * One change to one source file.
 *
 * @param file below the root of the repository
 * @param find what stands there now; white space does not count
 * @param caughtBy is found in the words of the invariant that should be broken
 */
public record PlantedBug(
    String name, String file, String find, String replacement, Pattern caughtBy) {

  static PlantedBug in(String file, String name, String find, String replacement, String caughtBy) {
    return new PlantedBug(name, file, find, replacement, Pattern.compile(caughtBy));
  }

  /** The source with the bug in it. */
  String plant(String source) {
    StringBuilder dense = new StringBuilder();
    int[] origins = new int[source.length()];
    for (int i = 0; i < source.length(); i++) {
      if (!Character.isWhitespace(source.charAt(i))) {
        origins[dense.length()] = i;
        dense.append(source.charAt(i));
      }
    }
    String wanted = find.replaceAll("\\s", "");
    int at = dense.indexOf(wanted);
    if (at < 0 || dense.indexOf(wanted, at + 1) >= 0) {
      throw new IllegalStateException(
          "planted bug \"%s\" does not fit any more: %s should contain exactly once: %s"
              .formatted(name, file, find));
    }
    int begin = origins[at];
    int end = origins[at + wanted.length() - 1] + 1;
    return source.substring(0, begin) + replacement + source.substring(end);
  }

  String className() {
    return file.replaceFirst("^.*/src/main/java/", "")
        .replaceFirst("\\.java$", "")
        .replace('/', '.');
  }
}
