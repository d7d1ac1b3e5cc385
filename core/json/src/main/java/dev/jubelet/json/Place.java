package dev.jubelet.json;

/** Where something stands in a text, counted from one. */
public record Place(int line, int column) {
  public static final Place START = new Place(1, 1);
}
