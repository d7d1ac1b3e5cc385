package dev.jubelet.app.settings;

import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.model.meta.WireName;
import java.net.InetAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is wrong with the values of a configuration, and the reading of values that may be. */
final class ConfigurationErrors {
  /**
   * @param field the path of the field, or the flag
   */
  record Finding(String field, String message) {}

  private final List<Finding> found = new ArrayList<>();

  List<Finding> list() {
    return List.copyOf(found);
  }

  void add(String field, String message) {
    found.add(new Finding(field, message));
  }

  void require(boolean holds, String field, String message) {
    if (!holds) {
      add(field, message);
    }
  }

  void notNegative(int value, String field) {
    require(value >= 0, field, "must not be negative, but is " + value);
  }

  void atLeast(int minimum, int value, String field) {
    require(value >= minimum, field, "must be at least " + minimum + ", but is " + value);
  }

  void between(int low, int high, int value, String field) {
    require(
        value >= low && value <= high,
        field,
        "must be between " + low + " and " + high + ", but is " + value);
  }

  void atLeast(Duration minimum, Duration value, String field) {
    require(
        value.compareTo(minimum) >= 0,
        field,
        "must be at least " + text(minimum) + ", but is " + text(value));
  }

  void between(Duration low, Duration high, Duration value, String field) {
    require(
        value.compareTo(low) >= 0 && value.compareTo(high) <= 0,
        field,
        "must be between " + text(low) + " and " + text(high) + ", but is " + text(value));
  }

  private static String text(Duration duration) {
    return GoDuration.format(duration);
  }

  /** A directory or file by its full name; reports and answers with the root when it is not one. */
  Path absolutePath(String text, String field) {
    try {
      Path path = Path.of(text);
      if (path.isAbsolute() && path.equals(path.normalize())) {
        return path;
      }
      add(field, "must be an absolute path without . and .., but is \"" + text + "\"");
    } catch (InvalidPathException notAPath) {
      add(field, "is not a path: " + notAPath.getReason());
    }
    return Path.of("/");
  }

  /** As {@link #absolutePath}; empty when nothing is said. */
  Optional<Path> optionalPath(String text, String field) {
    return text.isEmpty() ? Optional.empty() : Optional.of(absolutePath(text, field));
  }

  /** The constant of this name in lower case; reports and answers with the first for another. */
  <E extends Enum<E>> E choice(Class<E> type, String said, String field) {
    return choice(type, each -> each.name().toLowerCase(Locale.ROOT), said, field);
  }

  /** A word of Kubernetes. */
  <E extends Enum<E> & WireName> E word(Class<E> type, String said, String field) {
    return choice(type, WireName::wire, said, field);
  }

  private <E extends Enum<E>> E choice(
      Class<E> type, Function<E, String> spelling, String said, String field) {
    Map<String, E> words = new LinkedHashMap<>();
    for (E each : type.getEnumConstants()) {
      words.put(spelling.apply(each), each);
    }
    require(
        words.containsKey(said),
        field,
        "must be " + String.join(" or ", words.keySet()) + ", but is \"" + said + "\"");
    return words.getOrDefault(said, type.getEnumConstants()[0]);
  }

  /** Never asks DNS: only literals are addresses. */
  @Nullable InetAddress address(String text, String field) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException notAnAddress) {
      add(field, "must be an IP address, but is \"" + text + "\"");
      return null;
    }
  }
}
