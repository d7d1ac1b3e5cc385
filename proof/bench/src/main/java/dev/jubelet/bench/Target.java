package dev.jubelet.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A goal and how far it was reached.
 *
 * @param value in the same unit as the limit
 * @param format of both
 */
record Target(String what, double value, double limit, String format) {
  private static final double RATIO_MAX = 1.15;
  private static final double REST_CPU_MAX = 1;
  private static final double REST_MEMORY_MAX = 160;
  private static final double START_MAX = 1000;

  boolean met() {
    return value <= limit;
  }

  String valueText() {
    return String.format(Locale.ROOT, format, value);
  }

  String limitText() {
    return "at most " + String.format(Locale.ROOT, format, limit);
  }

  static List<Target> of(Results results) {
    List<Target> targets = new ArrayList<>();
    OnePod.Result one = results.one();
    if (one != null) {
      targets.add(new Target("one pod, against raw CRI calls", one.ratio(), RATIO_MAX, "%.2f ×"));
    }
    Burst.Result burst = results.burst();
    if (burst != null) {
      targets.add(
          new Target(
              "burst of " + burst.pods() + ", against raw CRI calls at their best",
              burst.ratio(),
              RATIO_MAX,
              "%.2f ×"));
    }
    AtRest.Result rest = results.rest();
    if (rest != null) {
      String where = " at rest with " + rest.pods() + " pods";
      targets.add(new Target("CPU" + where, rest.jubelet().cpu().mean(), REST_CPU_MAX, "%.2f %%"));
      targets.add(
          new Target(
              "resident memory" + where,
              rest.jubelet().memory().residentMib(),
              REST_MEMORY_MAX,
              "%.0f MiB"));
    }
    Startups.Result start = results.emptyStart();
    if (start != null) {
      targets.add(new Target("from exec to ready", start.healthy().median(), START_MAX, "%.0f ms"));
    }
    Startups.Result full = results.fullStart();
    if (full != null) {
      targets.add(
          new Target(
              "from exec to ready, with pods", full.healthy().median(), START_MAX, "%.0f ms"));
    }
    return targets;
  }
}
