package dev.jubelet.decide.image;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A place that credentials are for, such as {@code *.registry.example:5000/team}. Kubernetes: globs
 * stand for one label of the host each, a port has to be the same, a path is a beginning.
 */
public record RegistryPattern(String host, String port, String path) {

  /** A pattern, or a repository to be matched, without scheme. */
  public static RegistryPattern of(String text) {
    int slash = text.indexOf('/');
    String authority = slash < 0 ? text : text.substring(0, slash);
    String path = slash < 0 ? "" : text.substring(slash);
    // An IPv6 address has its colons in brackets; more than one outside of them is no port.
    int colon = authority.indexOf(':', authority.lastIndexOf(']') + 1);
    boolean ported = colon >= 0 && authority.indexOf(':', colon + 1) < 0;
    String host = ported ? authority.substring(0, colon) : authority;
    // The brackets of an address are no glob.
    boolean bracketed = host.startsWith("[") && host.endsWith("]") && host.indexOf(':') >= 0;
    return new RegistryPattern(
        bracketed ? host.substring(1, host.length() - 1) : host,
        ported ? authority.substring(colon + 1) : "",
        path);
  }

  /** The key of a docker configuration, where a scheme and the API's version may stand around. */
  public static RegistryPattern ofLogin(String place) {
    String bare = place;
    for (String scheme : List.of("https://", "http://")) {
      if (place.startsWith(scheme)) {
        bare = place.substring(scheme.length());
      }
    }
    RegistryPattern all = of(bare);
    String path = all.path();
    if (path.startsWith("/v1/") || path.startsWith("/v2/")) {
      path = path.substring(3);
    }
    return new RegistryPattern(all.host(), all.port(), path.equals("/") ? "" : path);
  }

  public boolean matches(RegistryPattern target) {
    String[] globs = host.split("\\.", -1);
    String[] labels = target.host.split("\\.", -1);
    if (!port.equals(target.port)
        || globs.length != labels.length
        || !target.path.startsWith(path)) {
      return false;
    }
    for (int i = 0; i < globs.length; i++) {
      if (!glob(globs[i], labels[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether one of a provider's patterns speaks of the repository. */
  public static boolean anyMatches(List<String> patterns, String repository) {
    RegistryPattern target = of(repository);
    return patterns.stream().anyMatch(pattern -> of(pattern).matches(target));
  }

  /** Sorted downwards by this, what is more specific comes first. */
  String key() {
    return host + (port.isEmpty() ? "" : ":" + port) + path;
  }

  /** The globs of shells for one label: {@code *}, {@code ?} and {@code [a-z]}. */
  private static boolean glob(String glob, String label) {
    if (glob.chars().noneMatch(c -> c == '*' || c == '?' || c == '[' || c == '\\')) {
      return glob.equals(label);
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      int end = c == '[' ? glob.indexOf(']', i + 2) : -1;
      if (c == '*') {
        regex.append(".*");
      } else if (c == '?') {
        regex.append('.');
      } else if (c == '[' && end > 0) {
        regex.append(characters(glob.substring(i + 1, end)));
        i = end;
      } else if (c == '\\' && i + 1 < glob.length()) {
        regex.append(Pattern.quote(String.valueOf(glob.charAt(++i))));
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    try {
      return Pattern.matches(regex.toString(), label);
    } catch (PatternSyntaxException malformed) {
      // A range from high to low and the like: it matches nothing.
      return false;
    }
  }

  private static String characters(String inner) {
    boolean negated = inner.startsWith("^");
    String plain = (negated ? inner.substring(1) : inner).replaceAll("[\\\\\\[\\]&^]", "\\\\$0");
    return (negated ? "[^" : "[") + plain + "]";
  }
}
