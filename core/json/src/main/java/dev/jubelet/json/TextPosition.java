package dev.jubelet.json;

/** Where something stands in a text, counted from one. */
public record TextPosition(int line, int column) {
  public static final TextPosition START = new TextPosition(1, 1);
}
