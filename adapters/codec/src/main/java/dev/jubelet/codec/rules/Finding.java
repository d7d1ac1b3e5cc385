package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.json.Node;

/** A rule that a pod breaks; the path is relative to the pod. */
public record Finding(FieldPath field, String message) {
  /**
   * @param path of the object in its document
   */
  public void tell(Node.Fields object, FieldPath path, Problems problems) {
    problems.error(field.in(object), field.under(path), message);
  }

  @Override
  public String toString() {
    return field + ": " + message;
  }
}
