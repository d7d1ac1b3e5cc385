package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;

/** A rule that a pod breaks; the path is relative to the pod. */
public record Finding(FieldPath field, String message) {
  @Override
  public String toString() {
    return field + ": " + message;
  }
}
