package dev.jubelet.images.unpack;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The extended header of POSIX: lines of {@code LENGTH KEY=VALUE}, see pax(1). */
final class PaxRecords {
  private static final String XATTR = "SCHILY.xattr.";
  private static final int NUMBER_MAX = 40;

  private final Map<String, String> records = new LinkedHashMap<>();

  static PaxRecords parse(byte[] content) throws LayerException {
    PaxRecords parsed = new PaxRecords();
    int at = 0;
    while (at < content.length) {
      int length = 0;
      int digits = at;
      while (digits < content.length && content[digits] >= '0' && content[digits] <= '9') {
        length = length * 10 + (content[digits] - '0');
        digits++;
        if (length > content.length - at) {
          throw wrong();
        }
      }
      int end = at + length;
      if (digits == at || digits >= end || content[digits] != ' ' || content[end - 1] != '\n') {
        throw wrong();
      }
      String record =
          new String(content, digits + 1, end - 1 - (digits + 1), StandardCharsets.ISO_8859_1);
      int equals = record.indexOf('=');
      if (equals <= 0) {
        throw wrong();
      }
      parsed.records.put(record.substring(0, equals), record.substring(equals + 1));
      at = end;
    }
    return parsed;
  }

  private static LayerException wrong() {
    return new LayerException("an extended header (PAX) that is malformed");
  }

  String text(String key, String otherwise) throws LayerException {
    String value = records.get(key);
    if (value == null || value.isEmpty()) {
      return otherwise;
    }
    if (value.indexOf('\0') >= 0) {
      throw new LayerException("a NUL in the " + key + " of an extended header");
    }
    return value;
  }

  long number(String key, long otherwise) throws LayerException {
    String value = records.get(key);
    if (value == null || value.isEmpty()) {
      return otherwise;
    }
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException malformed) {
      throw new LayerException("an extended header whose " + key + " is not a number", malformed);
    }
  }

  /** A time with a fraction, or null when none is given. */
  @Nullable BigDecimal time() throws LayerException {
    String value = records.get("mtime");
    if (value == null || value.isEmpty()) {
      return null;
    }
    try {
      if (value.length() > NUMBER_MAX || value.indexOf('e') >= 0 || value.indexOf('E') >= 0) {
        throw new NumberFormatException(value.length() + " characters");
      }
      return new BigDecimal(value).setScale(9, RoundingMode.FLOOR);
    } catch (NumberFormatException malformed) {
      throw new LayerException("an extended header whose mtime is not a number", malformed);
    }
  }

  /** A file with holes, in one of the three ways of GNU tar. */
  boolean sparse() {
    return records.keySet().stream().anyMatch(key -> key.startsWith("GNU.sparse."));
  }

  Map<String, String> xattrs() {
    Map<String, String> found = new LinkedHashMap<>();
    records.forEach((key, value) -> {
      if (key.startsWith(XATTR)) {
        found.put(key.substring(XATTR.length()), value);
      }
    });
    return found;
  }
}
