package dev.jubelet.nodeserver.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Path and query of a request, decoded once. There is one spelling only of every path: what another
 * reader could understand differently ({@code //}, {@code ..}, an encoded slash) is no target at
 * all, so that what is authorised is what is served.
 *
 * @param path begins with a slash; may end with one
 */
public record RequestTarget(String path, Map<String, List<String>> query, String raw) {
  private static final int PARAMETERS_MAX = 1000;

  /** Empty when it is not the plain spelling of a path. */
  public static Optional<RequestTarget> parse(String raw) {
    int question = raw.indexOf('?');
    String rawPath = question < 0 ? raw : raw.substring(0, question);
    if (!rawPath.startsWith("/") || rawPath.indexOf('#') >= 0) {
      return Optional.empty();
    }
    StringBuilder path = new StringBuilder();
    String[] segments = rawPath.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      Optional<String> segment = decode(segments[i], false);
      boolean last = i == segments.length - 1;
      if (segment.isEmpty() || !isPlain(segment.get()) || (segment.get().isEmpty() && !last)) {
        return Optional.empty();
      }
      path.append('/').append(segment.get());
    }
    return query(question < 0 ? "" : raw.substring(question + 1))
        .map(query -> new RequestTarget(path.toString(), query, raw));
  }

  /** The parts between slashes; a slash at the end adds none. */
  public List<String> segments() {
    return Stream.of(path.split("/", -1)).filter(segment -> !segment.isEmpty()).toList();
  }

  /** The first value of a parameter, or "". */
  public String parameter(String name) {
    return query.getOrDefault(name, List.of("")).getFirst();
  }

  public List<String> parameters(String name) {
    return query.getOrDefault(name, List.of());
  }

  private static boolean isPlain(String segment) {
    return !segment.equals(".")
        && !segment.equals("..")
        && segment.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ' || c == 0x7f);
  }

  private static Optional<Map<String, List<String>>> query(String raw) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    int count = 0;
    for (String pair : raw.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      Optional<String> name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
      Optional<String> value = decode(equals < 0 ? "" : pair.substring(equals + 1), true);
      if (name.isEmpty() || value.isEmpty() || ++count > PARAMETERS_MAX) {
        return Optional.empty();
      }
      query.computeIfAbsent(name.get(), any -> new ArrayList<>()).add(value.get());
    }
    return Optional.of(query);
  }

  private static Optional<String> decode(String text, boolean plusIsSpace) {
    ByteBuffer bytes = ByteBuffer.allocate(text.length() * 3);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        boolean whole = i + 2 < text.length();
        int high = whole ? Character.digit(text.charAt(i + 1), 16) : -1;
        int low = whole ? Character.digit(text.charAt(i + 2), 16) : -1;
        if (high < 0 || low < 0) {
          return Optional.empty();
        }
        bytes.put((byte) (high << 4 | low));
        i += 2;
      } else if (c >= 0x80) {
        // RFC 9112: a target is ASCII.
        return Optional.empty();
      } else {
        bytes.put((byte) (c == '+' && plusIsSpace ? ' ' : c));
      }
    }
    try {
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString());
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }
}
