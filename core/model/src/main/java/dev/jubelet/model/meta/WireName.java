package dev.jubelet.model.meta;

/** A closed set of words that Kubernetes writes in its own spelling. */
public interface WireName {
  String wire();
}
