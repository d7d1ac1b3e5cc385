package dev.jubelet.model.meta;

import java.util.Locale;

/** A closed set of words that Kubernetes writes in its own spelling. */
public interface WireName {
  /** Of the constant, as Java has it. */
  String name();

  /** Nearly all are spelled as one: READ_ONLY is {@code ReadOnly}. */
  default String wire() {
    StringBuilder wire = new StringBuilder();
    for (String word : name().split("_")) {
      wire.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return wire.toString();
  }
}
