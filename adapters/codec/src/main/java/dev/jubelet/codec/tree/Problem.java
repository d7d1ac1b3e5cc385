package dev.jubelet.codec.tree;

/**
 * Something wrong with a text that a person wrote.
 *
 * @param document which of the text's documents, from 1; 0 where there is only one
 * @param field the path of the field, such as {@code spec.containers[0].image}; empty for the
 *     document itself
 */
public record Problem(
    Severity severity, int document, int line, int column, String field, String message) {
  public enum Severity {
    ERROR,
    WARNING
  }

  public Problem(Severity severity, int line, int column, String field, String message) {
    this(severity, 0, line, column, field, message);
  }

  public Problem inDocument(int number) {
    return new Problem(severity, number, line, column, field, message);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  @Override
  public String toString() {
    String where =
        (document == 0 ? "" : "document " + document + ", ")
            + "line "
            + line
            + ", column "
            + column
            + ": ";
    return field.isEmpty() ? where + message : where + field + ": " + message;
  }
}
