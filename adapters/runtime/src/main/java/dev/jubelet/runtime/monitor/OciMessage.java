package dev.jubelet.runtime.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What OCI runtimes complain about, without the ornaments of their log lines. */
final class OciMessage {
  private static final Pattern MSG = Pattern.compile("msg=\"((?:[^\"\\\\]|\\\\.)*)\"?");
  private static final int LENGTH_MAX = 2000;

  private OciMessage() {}

  static String of(String output) {
    List<String> lines = new ArrayList<>();
    Matcher found = MSG.matcher(output);
    while (found.find()) {
      lines.add(found.group(1).replace("\\\"", "\"").replace("\\\\", "\\"));
    }
    String text = lines.isEmpty() ? output.strip() : String.join("; ", lines);
    return text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX) + "…" : text;
  }
}
