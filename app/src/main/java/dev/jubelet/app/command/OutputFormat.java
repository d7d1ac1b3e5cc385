package dev.jubelet.app.command;

/** The words after {@code -o}; they are typed by people, hence lower case. */
final class OutputFormat {
  private OutputFormat() {}

  enum OfValue {
    text,
    json,
    yaml
  }

  enum OfList {
    table,
    wide,
    json,
    yaml
  }
}
