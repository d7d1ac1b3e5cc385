package dev.jubelet.sources;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How the Go kubelet's pod is built, as {@code pod-types.txt} says it. */
final class GoTypes {
  private static final String TABLE = "pod-types.txt";
  private static final String BESIDE = "=";
  private static final String NEVER = "-";

  private final Map<String, List<Part>> structs;

  /**
   * A field of a struct.
   *
   * @param wire its name in a manifest
   */
  record Part(String name, String type, String wire) {
    /** Whether a manifest has what is in it one level up. */
    boolean beside() {
      return wire.equals(BESIDE);
    }

    /** Whether it is empty whatever a manifest says. */
    boolean never() {
      return wire.equals(NEVER);
    }
  }

  private GoTypes(Map<String, List<Part>> structs) {
    this.structs = structs;
  }

  static GoTypes load() {
    try (InputStream in = Objects.requireNonNull(GoTypes.class.getResourceAsStream(TABLE), TABLE)) {
      return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static GoTypes read(String table) {
    Map<String, List<Part>> structs = new HashMap<>();
    List<Part> parts = List.of();
    for (String line : table.lines().toList()) {
      if (line.startsWith(" ")) {
        String[] words = line.strip().split(" ", 3);
        parts.add(new Part(words[0], words[1], words[2]));
      } else if (!line.startsWith("#")) {
        parts = new ArrayList<>();
        structs.put(line, parts);
      }
    }
    return new GoTypes(structs);
  }

  /** Empty for whatever is no struct. */
  List<Part> parts(String type) {
    return structs.getOrDefault(type, List.of());
  }
}
