package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.Document;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Ways into JSON, as {@code status/containerStatuses/name=main/state}: names of fields, numbers of
 * items, or the first item with such a field. Slashes within a step are written as {@code |}.
 */
final class Paths {
  private Paths() {}

  static Document follow(Document start, String path) {
    Document current = start;
    for (String step : path.split("/")) {
      current = step(current, step.replace('|', '/'));
    }
    return current;
  }

  private static Document step(Document from, String step) {
    List<Document> items = from.items();
    if (items.isEmpty()) {
      return from.at(step);
    }
    int equals = step.indexOf('=');
    if (equals < 0) {
      int index = Integer.parseInt(step);
      return index < items.size() ? items.get(index) : new Document(null);
    }
    return items.stream()
        .filter(
            item -> item.at(step.substring(0, equals)).text().equals(step.substring(equals + 1)))
        .findFirst()
        .orElse(new Document(null));
  }

  /** Scalars as they are, lists with a space between, objects as {@code name=value}. */
  static String text(Document value) {
    if (!value.items().isEmpty()) {
      return value.items().stream().map(Paths::text).collect(Collectors.joining(" "));
    }
    if (!value.names().isEmpty()) {
      return value.names().stream()
          .map(name -> name + "=" + text(value.at(name)))
          .collect(Collectors.joining(","));
    }
    return value.text();
  }
}
