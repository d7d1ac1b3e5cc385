package dev.jubelet.app.logging;

import dev.jubelet.ports.Journal.Level;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** {@code I1115 20:40:01.123456 reason="Started" pod="default/web" msg="…"}, in local time. */
final class TextLayout {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS");

  private TextLayout() {}

  static String render(LogLine line) {
    StringBuilder out = new StringBuilder(160);
    out.append(letter(line.level()));
    TIME.formatTo(line.at().atZone(ZoneId.systemDefault()), out);
    append(out, "reason", line.reason());
    append(out, "pod", line.pod());
    append(out, "podUID", line.uid());
    append(out, "msg", line.message());
    append(out, "err", line.error());
    return out.append('\n').toString();
  }

  private static void append(StringBuilder out, String key, @Nullable Object value) {
    if (value != null) {
      out.append(' ').append(key).append('=');
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
}
