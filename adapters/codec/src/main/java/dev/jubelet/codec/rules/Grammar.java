package dev.jubelet.codec.rules;

import java.util.Optional;
import java.util.regex.Pattern;

/** The grammars of Kubernetes names. Each answers with its objection, or nothing. */
final class Grammar {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern SEARCH =
      Pattern.compile("[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?(\\.[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?)*");
  private static final Pattern QUALIFIED =
      Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern PORT_NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern DATA_KEY = Pattern.compile("[-._a-zA-Z0-9]+");
  private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");
  private static final Pattern SYSCTL =
      Pattern.compile("([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?");
  private static final Pattern IPV4 =
      Pattern.compile(
          "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
              + "(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}");
  private static final Pattern IPV6_GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");

  private Grammar() {}

  static Optional<String> dnsLabel(String value) {
    return objection(
        value.length() <= 63 && LABEL.matcher(value).matches(),
        "must be at most 63 lower-case letters, digits or '-', beginning and ending with a letter"
            + " or digit (RFC 1123 label)");
  }

  static Optional<String> dnsSubdomain(String value) {
    return objection(
        value.length() <= 253 && SUBDOMAIN.matcher(value).matches(),
        "must be at most 253 lower-case letters, digits, '-' or '.', beginning and ending with a"
            + " letter or digit (RFC 1123 subdomain)");
  }

  static Optional<String> searchDomain(String value) {
    String bare = value.endsWith(".") ? value.substring(0, value.length() - 1) : value;
    return objection(
        value.equals(".") || (bare.length() <= 253 && SEARCH.matcher(bare).matches()),
        "must be a domain name");
  }

  /** {@code [prefix/]name} as keys of labels and annotations have it. */
  static Optional<String> qualifiedName(String value) {
    int slash = value.indexOf('/');
    if (slash == 0 || (slash > 0 && dnsSubdomain(value.substring(0, slash)).isPresent())) {
      return Optional.of("the part before '/' must be an RFC 1123 subdomain");
    }
    String name = value.substring(slash + 1);
    return objection(
        name.length() <= 63 && QUALIFIED.matcher(name).matches(),
        "the name must be at most 63 letters, digits, '-', '_' or '.', beginning and ending with a"
            + " letter or digit");
  }

  static Optional<String> labelValue(String value) {
    return objection(
        value.isEmpty() || (value.length() <= 63 && QUALIFIED.matcher(value).matches()),
        "must be empty or at most 63 letters, digits, '-', '_' or '.', beginning and ending with a"
            + " letter or digit");
  }

  static Optional<String> portName(String value) {
    return objection(
        value.length() <= 15
            && PORT_NAME.matcher(value).matches()
            && !value.contains("--")
            && value.chars().anyMatch(c -> c >= 'a' && c <= 'z'),
        "must be at most 15 lower-case letters, digits or single '-', with at least one letter");
  }

  static Optional<String> port(int value) {
    return objection(value >= 1 && value <= 65535, "must be between 1 and 65535");
  }

  static Optional<String> environmentName(String value) {
    return objection(
        value.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '='),
        "must be printable ASCII characters other than '='");
  }

  /** Keys of ConfigMaps and Secrets; names that begin with two dots belong to the atomic writer. */
  static Optional<String> dataKey(String value) {
    return objection(
        value.length() <= 253
            && DATA_KEY.matcher(value).matches()
            && !value.equals(".")
            && !value.startsWith(".."),
        "must be at most 253 letters, digits, '-', '_' or '.', and not begin with '..'");
  }

  static Optional<String> headerName(String value) {
    return objection(
        HEADER.matcher(value).matches(), "must be letters, digits or '-' (an HTTP header name)");
  }

  static Optional<String> sysctl(String value) {
    return objection(
        value.length() <= 253 && SYSCTL.matcher(value).matches(),
        "must be at most 253 characters of lower-case words joined by '.' or '/'");
  }

  /** User and group ids; Kubernetes stops at the largest signed number. */
  static Optional<String> id(long value) {
    return objection(
        value >= 0 && value <= Integer.MAX_VALUE, "must be between 0 and " + Integer.MAX_VALUE);
  }

  static Optional<String> fileMode(int value) {
    return objection(value >= 0 && value <= 511, "must be between 0 and 0777 octal (511 decimal)");
  }

  static Optional<String> ip(String value) {
    return objection(isIpv4(value) || isIpv6(value), "must be an IP address");
  }

  private static boolean isIpv4(String value) {
    return IPV4.matcher(value).matches();
  }

  private static boolean isIpv6(String value) {
    if (value.length() > 45 || value.contains(":::")) {
      return false;
    }
    int gap = value.indexOf("::");
    if (gap < 0) {
      return groups(value) == 8;
    }
    String head = value.substring(0, gap);
    String tail = value.substring(gap + 2);
    int left = head.isEmpty() ? 0 : groups(head);
    int right = tail.isEmpty() ? 0 : groups(tail);
    boolean oneGap = !tail.contains("::") && !head.contains(".");
    return oneGap && left >= 0 && right >= 0 && left + right <= 7;
  }

  /** How many 16-bit groups the text has, or -1; only the last may be written as IPv4. */
  private static int groups(String text) {
    String[] parts = text.split(":", -1);
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      if (IPV6_GROUP.matcher(parts[i]).matches()) {
        count++;
      } else if (i == parts.length - 1 && isIpv4(parts[i])) {
        count += 2;
      } else {
        return -1;
      }
    }
    return count;
  }

  /** A path that stays below where it begins. */
  static Optional<String> descendingPath(String value) {
    return value.startsWith("/") ? Optional.of("must be a relative path") : noBacksteps(value);
  }

  /** A path for a projected file; names that begin with two dots belong to the atomic writer. */
  static Optional<String> projectedPath(String value) {
    Optional<String> objection = descendingPath(value);
    return objection.isEmpty() && value.startsWith("..")
        ? Optional.of("must not start with '..'")
        : objection;
  }

  static Optional<String> noBacksteps(String value) {
    for (String part : value.split("/", -1)) {
      if (part.equals("..")) {
        return Optional.of("must not contain '..'");
      }
    }
    return objection(value.indexOf('\0') < 0, "must not contain a NUL character");
  }

  private static Optional<String> objection(boolean good, String why) {
    return good ? Optional.empty() : Optional.of(why);
  }
}
