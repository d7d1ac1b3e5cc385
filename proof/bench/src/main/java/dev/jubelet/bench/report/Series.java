package dev.jubelet.bench.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Measured values, smallest first. */
public record Series(List<Double> values) {
  public Series {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    values = values.stream().sorted().toList();
  }

  public static Series of(Collection<Double> values) {
    return new Series(List.copyOf(values));
  }

  public static Series of(double... values) {
    return new Series(Arrays.stream(values).boxed().toList());
  }

  public double median() {
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }

  public double least() {
    return values.getFirst();
  }

  public double most() {
    return values.getLast();
  }

  public double mean() {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /**
   * Median and range in words such as {@code 131 ms (120–160)}.
   *
   * @param format of one value, such as {@code %.0f}
   */
  public String text(String format, String unit) {
    return String.format(
        Locale.ROOT,
        format + " " + unit + " (" + format + "–" + format + ")",
        median(),
        least(),
        most());
  }
}
