package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A field that is checked. What is found goes to the list of the whole object, in the manner of the
 * API server's validation.
 */
record FieldCheck(FieldPath path, List<Finding> found) {
  /** Of a whole object. */
  static FieldCheck root() {
    return new FieldCheck(FieldPath.ROOT, new ArrayList<>());
  }

  FieldCheck child(String name) {
    return at(path.child(name));
  }

  FieldCheck child(String first, String second) {
    return at(path.child(first, second));
  }

  FieldCheck key(String key) {
    return at(path.key(key));
  }

  private FieldCheck at(FieldPath other) {
    return new FieldCheck(other, found);
  }

  /** Checks every item of the list that this field is. */
  <T> void each(List<T> items, BiConsumer<T, FieldCheck> rule) {
    for (int i = 0; i < items.size(); i++) {
      rule.accept(items.get(i), at(path.index(i)));
    }
  }

  void add(String message) {
    found.add(new Finding(path, message));
  }

  void required() {
    add("Required value");
  }

  void required(String why) {
    add("Required value: " + why);
  }

  void invalid(Object value, String why) {
    add("Invalid value: " + shown(value) + ": " + why);
  }

  void duplicate(String value) {
    add("Duplicate value: " + shown(value));
  }

  void notFound(String value) {
    add("Not found: " + shown(value));
  }

  void forbidden(String why) {
    add("Forbidden: " + why);
  }

  void forbidIf(boolean wrong, String why) {
    if (wrong) {
      forbidden(why);
    }
  }

  void unsupported(String value, Collection<String> supported) {
    String list = supported.stream().map(FieldCheck::shown).collect(Collectors.joining(", "));
    add("Unsupported value: " + shown(value) + ": supported values: " + list);
  }

  /** A value that must be there. */
  void present(String value) {
    if (value.isEmpty()) {
      required();
    }
  }

  /** Reports what a grammar has against the value. */
  <T> void grammar(T value, Function<? super T, Optional<String>> grammar) {
    grammar.apply(value).ifPresent(why -> invalid(value, why));
  }

  /** A value that must be there and obey a grammar. */
  void named(String value, Function<String, Optional<String>> grammar) {
    if (value.isEmpty()) {
      required();
    } else {
      grammar(value, grammar);
    }
  }

  /** A value that need not be there. */
  <T> void optional(@Nullable T value, Function<? super T, Optional<String>> grammar) {
    if (value != null && !value.equals("")) {
      grammar(value, grammar);
    }
  }

  void atLeast(long minimum, long value) {
    if (value < minimum) {
      invalid(value, "must be at least " + minimum);
    }
  }

  /** Refuses all but the first of several fields that exclude each other. */
  void onlyFirst(List<String> fields, String word) {
    fields.stream()
        .skip(1)
        .forEach(more ->
            child(more).forbidden("there is already the " + word + " " + fields.getFirst()));
  }

  private static String shown(Object value) {
    if (!(value instanceof String text)) {
      return String.valueOf(value);
    }
    return '"' + (text.length() > 80 ? text.substring(0, 80) + "…" : text) + '"';
  }
}
