package dev.jubelet.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Bars in SVG: how long something takes, relative to something else. */
public final class Picture {
  private static final int WIDTH = 720;
  private static final int LEFT = 190;
  private static final int RIGHT = 70;
  private static final int BAR = 22;
  private static final int GAP = 8;

  /** The colours of whom is compared. */
  public static final String RAW = "#8a8f98";

  public static final String JUBELET = "#2f7ed8";
  public static final String GO = "#c9a227";

  /**
   * @param least equal to {@code most} unless it is a range
   */
  public record Bar(String name, double least, double most, String color) {
    public Bar(String name, double value, String color) {
      this(name, value, value, color);
    }
  }

  /** Bars that belong together. */
  public record Group(String title, List<Bar> bars) {
    public Group {
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

  public static String draw(String title, List<Group> groups) {
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
