package dev.jubelet.codec;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Reads times. Nearly all have one form, and Java's formatter costs much for it. */
final class Timestamps {
  private static final String USUAL = "0000-00-00T00:00:00Z";

  private Timestamps() {}

  /**
   * @throws java.time.DateTimeException when it is none
   */
  static Instant parse(String text) {
    if (!isUsual(text)) {
      return OffsetDateTime.parse(text).toInstant();
    }
    return LocalDateTime.of(
            number(text, 0, 4),
            number(text, 5, 7),
            number(text, 8, 10),
            number(text, 11, 13),
            number(text, 14, 16),
            number(text, 17, 19))
        .toInstant(ZoneOffset.UTC);
  }

  private static boolean isUsual(String text) {
    if (text.length() != USUAL.length()) {
      return false;
    }
    for (int at = 0; at < USUAL.length(); at++) {
      char expected = USUAL.charAt(at);
      char found = text.charAt(at);
      if (expected == '0' ? found < '0' || found > '9' : found != expected) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
