package dev.jubelet.app.logging;

import dev.jubelet.ports.Journal.Level;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * One object per line. As in Kubernetes' JSON logs, {@code ts} is milliseconds since 1970 with
 * microseconds as the fraction.
 */
final class JsonLayout {
  private JsonLayout() {}

  static String render(LogLine line) {
    StringBuilder out = new StringBuilder(200);
    out.append("{\"ts\":").append(line.at().toEpochMilli());
    out.append(String.format(".%03d", line.at().get(ChronoField.MICRO_OF_SECOND) % 1000));
    append(out, "level", word(line.level()));
    append(out, "reason", line.reason());
    append(out, "pod", line.pod());
    append(out, "podUID", line.uid());
    append(out, "msg", line.message());
    append(out, "err", line.error());
    return out.append("}\n").toString();
  }

  private static void append(StringBuilder out, String key, @Nullable Object value) {
    if (value != null) {
      out.append(",\"").append(key).append("\":");
      Quoting.quote(out, value.toString());
    }
  }

  private static String word(Level level) {
    return switch (level) {
      case DETAIL -> "debug";
      case NORMAL -> "info";
      case WARNING -> "warning";
      case ERROR -> "error";
    };
  }
}
