package dev.jubelet.app.logging;

/** How lines look: for people (as klog writes) or for machines (one JSON object per line). */
public enum LogFormat {
  TEXT,
  JSON;

  String render(LogLine line) {
    return switch (this) {
      case TEXT -> TextLayout.render(line);
      case JSON -> JsonLayout.render(line);
    };
  }
}
