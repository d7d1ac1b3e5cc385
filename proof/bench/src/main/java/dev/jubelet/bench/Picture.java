package dev.jubelet.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Bars in SVG: how long a pod and a burst take, relative to raw CRI calls. */
final class Picture {
  private static final int WIDTH = 720;
  private static final int LEFT = 190;
  private static final int RIGHT = 70;
  private static final int BAR = 22;
  private static final int GAP = 8;
  private static final double GO_ONE = 4.0;
  private static final double GO_BURST_LEAST = 1.7;
  private static final double GO_BURST_MOST = 2.5;

  /**
   * @param least equal to {@code most} unless it is a range
   */
  record Bar(String name, double least, double most, String color) {
    Bar(String name, double value, String color) {
      this(name, value, value, color);
    }
  }

  /** Bars that belong together. */
  record Group(String title, List<Bar> bars) {
    Group {
      bars = List.copyOf(bars);
    }
  }

  private final List<String> elements = new ArrayList<>();
  private final double scale;
  private int y = 34;

  private Picture(List<Group> groups) {
    double most =
        groups.stream()
            .flatMap(group -> group.bars().stream())
            .mapToDouble(Bar::most)
            .max()
            .orElse(1);
    this.scale = (WIDTH - LEFT - RIGHT) / most;
  }

  static String of(Results results) {
    List<Group> groups = new ArrayList<>();
    OnePod.Result one = results.one();
    if (one != null) {
      groups.add(
          new Group(
              String.format(Locale.ROOT, "One pod (1 × = %.0f ms)", one.raw().median()),
              List.of(
                  new Bar("raw CRI calls", 1, "#8a8f98"),
                  new Bar("Jubelet", one.ratio(), "#2f7ed8"),
                  new Bar("Go kubelet 1.36", GO_ONE, "#c9a227"))));
    }
    Burst.Result burst = results.burst();
    if (burst != null) {
      groups.add(
          new Group(
              String.format(
                  Locale.ROOT, "Burst of %d (1 × = %.2f s)", burst.pods(), burst.best().median()),
              List.of(
                  new Bar("raw CRI calls, best", 1, "#8a8f98"),
                  new Bar("Jubelet", burst.ratio(), "#2f7ed8"),
                  new Bar("Go kubelet 1.36", GO_BURST_LEAST, GO_BURST_MOST, "#c9a227"))));
    }
    return draw("Until the first instruction, " + results.runtime(), groups);
  }

  static String draw(String title, List<Group> groups) {
    Picture picture = new Picture(groups);
    picture.text(16, 22, "start", "bold", title);
    groups.forEach(picture::add);
    picture.text(
        16,
        picture.y + 14,
        "start",
        "normal",
        "The Go kubelet's ratios were measured earlier on the same kind of machine, not in this run.");
    int height = picture.y + 28;
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
    font-family="sans-serif" font-size="13">
    <rect width="%1$d" height="%2$d" fill="#ffffff"/>
    %3$s
    </svg>
    """
        .formatted(WIDTH, height, String.join("\n", picture.elements));
  }

  private void add(Group group) {
    text(16, y + 16, "start", "normal", group.title());
    y += 26;
    for (Bar bar : group.bars()) {
      text(LEFT - 8, y + 16, "end", "normal", bar.name());
      rectangle(bar.least(), bar.color(), "1");
      boolean range = bar.most() > bar.least();
      if (range) {
        // The part that was not always needed is paler.
        rectangle(bar.most(), bar.color(), "0.45");
      }
      text(
          LEFT + (int) (bar.most() * scale) + 6,
          y + 16,
          "start",
          "normal",
          range
              ? String.format(Locale.ROOT, "%.1f–%.1f ×", bar.least(), bar.most())
              : String.format(Locale.ROOT, "%.2f ×", bar.most()));
      y += BAR + GAP;
    }
    y += 8;
  }

  private void rectangle(double value, String color, String opacity) {
    elements.add(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" opacity=\"%s\"/>",
            LEFT,
            y,
            value * scale,
            BAR,
            color,
            opacity));
  }

  private void text(int x, int baseline, String anchor, String weight, String words) {
    elements.add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" font-weight=\"%s\" fill=\"#222222\">%s</text>"
            .formatted(
                x,
                baseline,
                anchor,
                weight,
                words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
  }
}
