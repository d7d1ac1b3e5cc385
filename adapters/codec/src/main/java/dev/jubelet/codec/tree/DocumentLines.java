package dev.jubelet.codec.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the documents of a text begin. YAML: three dashes at the beginning of a line begin a
 * document wherever they stand.
 */
public final class DocumentLines {
  private final List<Integer> starts = new ArrayList<>();

  public DocumentLines(String text) {
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      boolean separator = line.equals("---") || line.startsWith("--- ") || line.startsWith("---\t");
      boolean saysSomething = !line.isBlank() && !line.startsWith("#") && !line.startsWith("%");
      if (separator || (starts.isEmpty() && saysSomething)) {
        starts.add(number);
      }
    }
  }

  /** The number of the document that a line belongs to, from 1; 0 when there is only one. */
  public int documentOf(int line) {
    if (starts.size() < 2) {
      return 0;
    }
    int at = 0;
    while (at < starts.size() && starts.get(at) <= line) {
      at++;
    }
    return Math.max(1, at);
  }
}
