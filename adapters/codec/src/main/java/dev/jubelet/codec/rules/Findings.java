package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Collects findings in the manner of the API server's validation. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  List<Finding> list() {
    return List.copyOf(all);
  }

  void add(FieldPath path, String message) {
    all.add(new Finding(path, message));
  }

  void required(FieldPath path) {
    add(path, "Required value");
  }

  void required(FieldPath path, String why) {
    add(path, "Required value: " + why);
  }

  void invalid(FieldPath path, Object value, String why) {
    add(path, "Invalid value: " + shown(value) + ": " + why);
  }

  void duplicate(FieldPath path, String value) {
    add(path, "Duplicate value: " + shown(value));
  }

  void notFound(FieldPath path, String value) {
    add(path, "Not found: " + shown(value));
  }

  void forbidden(FieldPath path, String why) {
    add(path, "Forbidden: " + why);
  }

  void unsupported(FieldPath path, String value, Collection<String> supported) {
    String list = supported.stream().map(Findings::shown).collect(Collectors.joining(", "));
    add(path, "Unsupported value: " + shown(value) + ": supported values: " + list);
  }

  /** Reports what a grammar has against the value. */
  void grammar(FieldPath path, String value, Optional<String> objection) {
    objection.ifPresent(why -> invalid(path, value, why));
  }

  /** A value that must be there and obey a grammar. */
  void named(FieldPath path, String value, Optional<String> objection) {
    if (value.isEmpty()) {
      required(path);
    } else {
      grammar(path, value, objection);
    }
  }

  void atLeast(long minimum, FieldPath path, long value) {
    if (value < minimum) {
      invalid(path, value, "must be at least " + minimum);
    }
  }

  private static String shown(Object value) {
    if (!(value instanceof String text)) {
      return String.valueOf(value);
    }
    return '"' + (text.length() > 80 ? text.substring(0, 80) + "…" : text) + '"';
  }
}
