package dev.jubelet.json;

/** A text that is not the JSON it should be. The message says where and why, and quotes nothing. */
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private final transient TextPosition place;
  private final String problem;

  JsonException(TextPosition place, String message) {
    super("line " + place.line() + ", column " + place.column() + ": " + message);
    this.place = place;
    this.problem = message;
  }

  /** What is wrong, without the place. */
  String problem() {
    return problem;
  }

  public TextPosition place() {
    return place;
  }
}
