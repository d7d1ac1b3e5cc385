package dev.jubelet.decide.environment;

import java.util.List;
import java.util.Optional;

/**
 * A file of variables in the grammar of Kubernetes: {@code NAME='value'}, where the quotes may span
 * lines and nothing within them means anything else. It is read up to the name that is asked for.
 */
final class EnvFileText {
  private static final String BAD = "invalid environment variable format at line ";

  private final List<String> lines;
  private int at;

  private EnvFileText(String text) {
    this.lines = text.lines().toList();
  }

  /** Empty when no line has that name. No refusal shows a value. */
  static ResolvedValue<Optional<String>> value(String text, String name) {
    return new EnvFileText(text).find(name);
  }

  private ResolvedValue<Optional<String>> find(String name) {
    while (at < lines.size()) {
      String line = withoutIndent(lines.get(at++));
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      String found = equals < 0 ? "" : line.substring(0, equals);
      if (equals < 0) {
        return ResolvedValue.refused(BAD + at + ": missing '='");
      }
      if (found.isEmpty()) {
        return ResolvedValue.refused(BAD + at + ": empty variable name");
      }
      if (found.endsWith(" ") || found.endsWith("\t")) {
        return ResolvedValue.refused(BAD + at + ": whitespace before '=' is not allowed");
      }
      ResolvedValue<String> value = quoted(line.substring(equals + 1));
      if (found.equals(name) || value instanceof ResolvedValue.Refused) {
        return value.map(Optional::of);
      }
    }
    return ResolvedValue.value(Optional.empty());
  }

  private ResolvedValue<String> quoted(String text) {
    if (!text.equals(withoutIndent(text))) {
      // As in a shell: what stands apart from its name is not its value.
      return ResolvedValue.value("");
    }
    if (!text.startsWith("'")) {
      return ResolvedValue.refused(BAD + at + ": value must be enclosed in single quotes");
    }
    int first = at;
    StringBuilder value = new StringBuilder();
    String rest = text.substring(1);
    for (int end = rest.indexOf('\''); end < 0; end = rest.indexOf('\'')) {
      value.append(rest).append('\n');
      if (at == lines.size()) {
        return ResolvedValue.refused(BAD + first + ": unclosed single quote");
      }
      rest = lines.get(at++);
    }
    int end = rest.indexOf('\'');
    String after = withoutIndent(rest.substring(end + 1));
    return after.isEmpty() || after.startsWith("#")
        ? ResolvedValue.value(value.append(rest, 0, end).toString())
        : ResolvedValue.refused(BAD + at + ": unexpected content after closing quote");
  }

  private static String withoutIndent(String line) {
    int from = 0;
    while (from < line.length() && (line.charAt(from) == ' ' || line.charAt(from) == '\t')) {
      from++;
    }
    return line.substring(from);
  }
}
