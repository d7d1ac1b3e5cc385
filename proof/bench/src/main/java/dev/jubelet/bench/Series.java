package dev.jubelet.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Measured values, smallest first. */
record Series(List<Double> values) {
  Series {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    values = values.stream().sorted().toList();
  }

  static Series of(Collection<Double> values) {
    return new Series(List.copyOf(values));
  }

  static Series of(double... values) {
    return new Series(Arrays.stream(values).boxed().toList());
  }

  double median() {
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }

  double least() {
    return values.getFirst();
  }

  double most() {
    return values.getLast();
  }

  double mean() {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /**
   * Median and range in words such as {@code 131 ms (120–160)}.
   *
   * @param format of one value, such as {@code %.0f}
   */
  String text(String format, String unit) {
    return String.format(
        Locale.ROOT,
        format + " " + unit + " (" + format + "–" + format + ")",
        median(),
        least(),
        most());
  }
}
