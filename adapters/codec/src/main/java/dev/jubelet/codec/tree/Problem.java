package dev.jubelet.codec.tree;

/**
 * Something wrong with a text that a person wrote.
 *
 * @param field the path of the field, such as {@code spec.containers[0].image}; empty for the
 *     document itself
 */
public record Problem(Severity severity, int line, int column, String field, String message) {
  public enum Severity {
    ERROR,
    WARNING
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  @Override
  public String toString() {
    String where = "line " + line + ", column " + column + ": ";
    return field.isEmpty() ? where + message : where + field + ": " + message;
  }
}
