package dev.jubelet.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a request goes.
 *
 * @param target path and query, fit for a request line
 */
record HttpEndpoint(String scheme, String host, int port, String target) {
  private static final Pattern ABSOLUTE = Pattern.compile("(?i)(https?):(//.*)", Pattern.DOTALL);
  private static final Pattern OTHER_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");
  private static final Pattern AUTHORITY =
      Pattern.compile("//(?:[^/?#]*@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::([0-9]{1,5}))?([/?#].*)?");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final String UNSAFE = " \"<>\\^`{|}";

  static HttpEndpoint of(String scheme, String host, int port, String path) {
    return new HttpEndpoint(scheme, host, port, target(path));
  }

  /** Kubernetes: a path that is no URL goes out all the same, as a path with nothing special. */
  static String target(String path) {
    boolean literal = BAD_ESCAPE.matcher(path).find();
    String meant = path;
    if (!literal) {
      int fragment = path.indexOf('#');
      meant = fragment < 0 ? path : path.substring(0, fragment);
    }
    String rooted = meant.startsWith("/") ? meant : "/" + meant;
    StringBuilder encoded = new StringBuilder(rooted.length());
    for (byte each : rooted.getBytes(UTF_8)) {
      char c = (char) (each & 0xff);
      boolean special = literal && (c == '%' || c == '?' || c == '#');
      if (c <= ' ' || c >= 0x7f || UNSAFE.indexOf(c) >= 0 || special) {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
      } else {
        encoded.append(c);
      }
    }
    return encoded.toString();
  }

  /** Whether a location names only a path, so that whoever was asked is asked again. */
  static boolean isRelative(String location) {
    return !OTHER_SCHEME.matcher(location).matches();
  }

  /** Where a redirect leads; nothing when it leads nowhere that can be asked over HTTP. */
  Optional<HttpEndpoint> redirected(String location) {
    Matcher absolute = ABSOLUTE.matcher(location);
    if (absolute.matches()) {
      return elsewhere(absolute.group(1).toLowerCase(Locale.ROOT), absolute.group(2));
    }
    if (location.startsWith("//")) {
      return elsewhere(scheme, location);
    }
    if (!isRelative(location)) {
      return Optional.empty();
    }
    String path = target.indexOf('?') < 0 ? target : target.substring(0, target.indexOf('?'));
    if (location.startsWith("/")) {
      return Optional.of(of(scheme, host, port, location));
    }
    if (location.startsWith("?")) {
      return Optional.of(of(scheme, host, port, path + location));
    }
    return Optional.of(
        of(scheme, host, port, tidy(path.substring(0, path.lastIndexOf('/') + 1) + location)));
  }

  private static Optional<HttpEndpoint> elsewhere(String scheme, String rest) {
    Matcher authority = AUTHORITY.matcher(rest);
    if (!authority.matches() || authority.group(1).isEmpty()) {
      return Optional.empty();
    }
    String named = authority.group(1);
    String host = named.startsWith("[") ? named.substring(1, named.length() - 1) : named;
    String port = authority.group(2);
    String path = authority.group(3);
    return Optional.of(
        of(
            scheme,
            host,
            port != null ? Integer.parseInt(port) : scheme.equals("https") ? 443 : 80,
            path == null ? "/" : path));
  }

  /** Without {@code .} and {@code ..}. */
  private static String tidy(String path) {
    int query = path.indexOf('?');
    String plain = query < 0 ? path : path.substring(0, query);
    Deque<String> kept = new ArrayDeque<>();
    for (String step : plain.substring(1).split("/", -1)) {
      if (step.equals("..")) {
        kept.pollLast();
      } else if (!step.equals(".")) {
        kept.addLast(step);
      }
    }
    return "/" + String.join("/", kept) + (query < 0 ? "" : path.substring(query));
  }

  String authority() {
    return Dialer.joined(host, port);
  }

  @Override
  public String toString() {
    return scheme + "://" + authority() + target;
  }
}
