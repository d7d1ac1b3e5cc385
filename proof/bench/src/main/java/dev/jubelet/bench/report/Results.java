package dev.jubelet.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What was measured, as it is told: each part of a benchmark gives some, and they add up.
 *
 * @param rows cells of the benchmark's table
 * @param notes sentences beside it
 * @param bars of the picture, where there is one
 */
public record Results(
    List<List<String>> rows, List<Target> targets, List<String> notes, List<Picture.Group> bars) {
  public static final Results NONE = new Results(List.of(), List.of(), List.of(), List.of());

  public Results {
    rows = List.copyOf(rows);
    targets = List.copyOf(targets);
    notes = List.copyOf(notes);
    bars = List.copyOf(bars);
  }

  public Results and(Results more) {
    return new Results(
        joined(rows, more.rows),
        joined(targets, more.targets),
        joined(notes, more.notes),
        joined(bars, more.bars));
  }

  public boolean met() {
    return targets.stream().allMatch(Target::met);
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /** Those of one part, line by line. */
  public static final class Builder {
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Target> targets = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Picture.Group> bars = new ArrayList<>();

    public Builder row(String... cells) {
      rows.add(List.of(cells));
      return this;
    }

    /** Theirs, ours and the ratio of the medians. */
    public Builder compare(String what, Series theirs, Series ours, String format, String unit) {
      return row(
          what,
          theirs.text(format, unit),
          ours.text(format, unit),
          ratio(ours.median() / theirs.median()));
    }

    /** The same of MiB that were read once. */
    public Builder compareMib(String what, double theirs, double ours) {
      return row(what, mib(theirs), mib(ours), theirs == 0 ? "" : ratio(ours / theirs));
    }

    public Builder target(Target target) {
      targets.add(target);
      return this;
    }

    public Builder note(String sentence) {
      notes.add(sentence);
      return this;
    }

    public Builder bars(Picture.Group group) {
      bars.add(group);
      return this;
    }

    public Results build() {
      return new Results(rows, targets, notes, bars);
    }

    public static String mib(double value) {
      return String.format(Locale.ROOT, "%.0f MiB", value);
    }

    private static String ratio(double value) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
  }
}
