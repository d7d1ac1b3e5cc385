package dev.jubelet.images.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a registry wants to be shown: RFC 7235, {@code Bearer realm="…",service="…"}. */
record Challenge(String scheme, Map<String, String> parameters) {
  private static final int LENGTH_MAX = 8 * 1024;
  private static final Pattern START = Pattern.compile("\\s*([A-Za-z][A-Za-z0-9-]*)(?:\\s+|$)");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\G\\s*,?\\s*([A-Za-z0-9_]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]+))");

  Challenge {
    parameters = Map.copyOf(parameters);
  }

  /** The best of the ways that are offered: a token before a password. */
  static Optional<Challenge> best(List<String> headers) {
    Optional<Challenge> basic = Optional.empty();
    for (String header : headers) {
      Optional<Challenge> parsed = parse(header);
      if (parsed.isPresent() && parsed.get().scheme.equals("bearer")) {
        return parsed;
      }
      if (parsed.isPresent() && parsed.get().scheme.equals("basic")) {
        basic = parsed;
      }
    }
    return basic;
  }

  private static Optional<Challenge> parse(String header) {
    Matcher start = START.matcher(header);
    if (header.length() > LENGTH_MAX || !start.lookingAt()) {
      return Optional.empty();
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    Matcher parameter = PARAMETER.matcher(header.substring(start.end()));
    while (parameter.find()) {
      String quoted = parameter.group(2);
      parameters.putIfAbsent(
          parameter.group(1).toLowerCase(Locale.ROOT),
          quoted != null ? quoted.replaceAll("\\\\(.)", "$1") : parameter.group(3));
    }
    return Optional.of(new Challenge(start.group(1).toLowerCase(Locale.ROOT), parameters));
  }

  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }
}
