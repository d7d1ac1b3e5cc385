package dev.jubelet.nodeserver.logs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * One line of a container's log file. CRI: {@code TIME STREAM TAGS CONTENT}, where the tag {@code
 * P} says that the container's line goes on in the next entry of this stream and {@code F} that it
 * is whole.
 *
 * @param contentStart where in the bytes of the line the content begins; it ends with them
 */
record CriLogLine(String time, String stream, boolean partial, int contentStart) {

  /** Empty when the bytes, without their line feed, are not of that form. */
  static Optional<CriLogLine> parse(byte[] line) {
    int timeEnd = space(line, 0);
    int streamEnd = timeEnd < 1 ? -1 : space(line, timeEnd + 1);
    if (streamEnd < 0) {
      return Optional.empty();
    }
    int tagsEnd = space(line, streamEnd + 1);
    // A writer may leave out the space before empty content.
    int contentStart = tagsEnd < 0 ? line.length : tagsEnd + 1;
    String tags = text(line, streamEnd + 1, tagsEnd < 0 ? line.length : tagsEnd);
    String stream = text(line, timeEnd + 1, streamEnd);
    if (!stream.equals("stdout") && !stream.equals("stderr")) {
      return Optional.empty();
    }
    // CRI: tags are separated by colons and only the first is defined.
    boolean partial = tags.split(":", 2)[0].equals("P");
    return Optional.of(new CriLogLine(text(line, 0, timeEnd), stream, partial, contentStart));
  }

  /** When it was written; empty when nobody can tell. */
  Optional<Instant> at() {
    try {
      return Optional.of(OffsetDateTime.parse(time).toInstant());
    } catch (DateTimeParseException strange) {
      return Optional.empty();
    }
  }

  /** The time as Kubernetes shows it, always with nine digits behind the point. */
  String shownTime() {
    int zone = Math.max(time.indexOf('Z'), Math.max(time.indexOf('+'), time.lastIndexOf('-')));
    int point = time.indexOf('.');
    if (zone < time.indexOf('T')) {
      return time;
    }
    String digits = point < 0 ? "" : time.substring(point + 1, zone);
    String seconds = time.substring(0, point < 0 ? zone : point);
    // conmon writes out that it is in no zone, where Kubernetes shows a letter.
    String shownZone = time.endsWith("+00:00") ? "Z" : time.substring(zone);
    return seconds + "." + (digits + "000000000").substring(0, 9) + shownZone;
  }

  private static int space(byte[] line, int from) {
    for (int i = from; i < line.length; i++) {
      if (line[i] == ' ') {
        return i;
      }
    }
    return -1;
  }

  private static String text(byte[] line, int from, int to) {
    return new String(line, from, to - from, StandardCharsets.UTF_8);
  }
}
