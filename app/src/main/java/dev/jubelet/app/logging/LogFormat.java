package dev.jubelet.app.logging;

import dev.jubelet.ports.Journal.Level;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/** How lines look: for people (as klog writes) or for machines (one JSON object per line). */
public enum LogFormat {
  /** {@code I1115 20:40:01.123456 reason="Started" pod="default/web" msg="…"}, in local time. */
  TEXT(" ", "=", "\n"),
  /** As in Kubernetes, {@code ts} is milliseconds since 1970 with microseconds as the fraction. */
  JSON(",\"", "\":", "}\n");

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS");

  private final String beforeKey;
  private final String afterKey;
  private final String end;

  LogFormat(String beforeKey, String afterKey, String end) {
    this.beforeKey = beforeKey;
    this.afterKey = afterKey;
    this.end = end;
  }

  String render(LogLine line) {
    StringBuilder out = new StringBuilder(200);
    switch (this) {
      case TEXT -> {
        out.append(letter(line.level()));
        TIME.formatTo(line.at().atZone(ZoneId.systemDefault()), out);
      }
      case JSON -> {
        out.append("{\"ts\":").append(line.at().toEpochMilli());
        out.append(String.format(".%03d", line.at().get(ChronoField.MICRO_OF_SECOND) % 1000));
        append(out, "level", word(line.level()));
      }
    }
    append(out, "reason", line.reason());
    append(out, "pod", line.pod());
    append(out, "podUID", line.uid());
    append(out, "msg", line.message());
    append(out, "err", line.error());
    return out.append(end).toString();
  }

  private void append(StringBuilder out, String key, @Nullable Object value) {
    if (value != null) {
      out.append(beforeKey).append(key).append(afterKey);
      Quoting.quote(out, value.toString());
    }
  }

  private static char letter(Level level) {
    return switch (level) {
      case DETAIL, NORMAL -> 'I';
      case WARNING -> 'W';
      case ERROR -> 'E';
    };
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
