package dev.jubelet.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables in Markdown, which is also what the terminal shows. */
public final class Table {
  private Table() {}

  /**
   * @param head the names of the columns
   * @param rules how each is aligned, in Markdown's words
   */
  public static String of(List<String> head, List<String> rules, List<List<String>> rows) {
    return Stream.concat(Stream.of(head, rules), rows.stream())
        .map(cells -> "| " + String.join(" | ", cells) + " |\n")
        .collect(Collectors.joining());
  }

  /** With columns on the left. */
  public static String of(List<String> head, List<List<String>> rows) {
    return of(head, head.stream().map(_ -> "---").toList(), rows);
  }

  /** What was wanted, before what came of it. */
  public static String targets(Results results) {
    return of(
        List.of("target", "wanted", "measured", ""),
        results.targets().stream()
            .map(target ->
                List.of(
                    target.what(),
                    target.limitText(),
                    target.valueText(),
                    target.met() ? "met" : "missed"))
            .toList());
  }
}
