package dev.jubelet.codec.tree;

import dev.jubelet.json.TextPosition;
import java.util.ArrayList;
import java.util.List;

/** Collects all problems of a text instead of stopping at the first. */
public final class Problems {
  // A hostile document can have a million mistakes; nobody reads more than this.
  private static final int MAX = 100;

  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();

  public void error(TextPosition place, FieldPath field, String message) {
    error(place, field.toString(), message);
  }

  public void error(TextPosition place, String message) {
    error(place, "", message);
  }

  private void error(TextPosition place, String field, String message) {
    if (errors.size() < MAX) {
      errors.add(new Problem(Problem.Severity.ERROR, place.line(), place.column(), field, message));
    }
  }

  public void warning(TextPosition place, String message) {
    if (warnings.size() < MAX) {
      warnings.add(
          new Problem(Problem.Severity.WARNING, place.line(), place.column(), "", message));
    }
  }

  public boolean hasErrors() {
    return !errors.isEmpty();
  }

  public void addAll(Problems others) {
    errors.addAll(others.errors.subList(0, Math.min(others.errors.size(), MAX - errors.size())));
    warnings.addAll(
        others.warnings.subList(0, Math.min(others.warnings.size(), MAX - warnings.size())));
  }

  /** Errors first, each kind in the order of discovery. */
  public List<Problem> list() {
    List<Problem> all = new ArrayList<>(errors);
    all.addAll(warnings);
    return List.copyOf(all);
  }
}
