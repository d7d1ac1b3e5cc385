package dev.jubelet.decide.image;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An image as its parts, with what people leave out filled in: {@code busybox} is {@code
 * docker.io/library/busybox:latest}. {@code tag} and {@code digest} may be empty, not both.
 */
public record ImageName(String domain, String path, String tag, String digest) {
  private static final String HUB = "docker.io";
  private static final String HUB_OF_OLD = "index.docker.io";
  private static final int NAME_MAX = 255;

  // The grammar of references in the distribution specification.
  private static final String LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
  private static final Pattern DOMAIN =
      Pattern.compile("(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?");
  private static final String PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
  private static final Pattern PATH = Pattern.compile(PART + "(?:/" + PART + ")*");
  private static final Pattern TAG = Pattern.compile("\\w[\\w.-]{0,127}");
  private static final Pattern DIGEST =
      Pattern.compile("([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*):([0-9a-fA-F]{32,})");
  private static final Pattern BARE_ID = Pattern.compile("[a-f0-9]{64}");
  private static final Map<String, Integer> HASH_LENGTHS =
      Map.of("sha256", 64, "sha384", 96, "sha512", 128);

  /** Reads a name; the exception's message is fit to be shown to whoever wrote it. */
  public static ImageName parse(String text) {
    if (BARE_ID.matcher(text).matches()) {
      throw wrong(
          text,
          "invalid repository name (" + text + "), cannot specify 64-byte hexadecimal strings");
    }
    int at = text.indexOf('@');
    String digest = at < 0 ? "" : text.substring(at + 1);
    String named = at < 0 ? text : text.substring(0, at);
    if (at >= 0) {
      checkDigest(text, digest);
    }
    int slash = named.indexOf('/');
    boolean hub = slash < 0 || !isDomain(named.substring(0, slash));
    String domain = hub ? HUB : named.substring(0, slash);
    String rest = hub ? named : named.substring(slash + 1);
    int colon = rest.indexOf(':');
    String path = colon < 0 ? rest : rest.substring(0, colon);
    String tag = colon < 0 ? "" : rest.substring(colon + 1);
    if (domain.equals(HUB_OF_OLD)) {
      domain = HUB;
    }
    if (domain.equals(HUB) && path.indexOf('/') < 0) {
      path = "library/" + path;
    }
    if (!path.equals(path.toLowerCase(Locale.ROOT))) {
      throw wrong(
          text, "invalid reference format: repository name (" + path + ") must be lowercase");
    }
    if (!DOMAIN.matcher(domain).matches()
        || !PATH.matcher(path).matches()
        || (colon >= 0 && !TAG.matcher(tag).matches())) {
      throw wrong(text, "invalid reference format");
    }
    if (domain.length() + 1 + path.length() > NAME_MAX) {
      throw wrong(text, "repository name must not be more than " + NAME_MAX + " characters");
    }
    return new ImageName(domain, path, tag.isEmpty() && digest.isEmpty() ? "latest" : tag, digest);
  }

  /** What comes before the first slash is a registry when no user of the hub can be called so. */
  private static boolean isDomain(String first) {
    return first.indexOf('.') >= 0
        || first.indexOf(':') >= 0
        || first.equals("localhost")
        || !first.equals(first.toLowerCase(Locale.ROOT));
  }

  private static void checkDigest(String text, String digest) {
    Matcher parts = DIGEST.matcher(digest);
    if (!parts.matches()) {
      throw wrong(text, "invalid reference format");
    }
    Integer length = HASH_LENGTHS.get(parts.group(1));
    if (length == null) {
      throw wrong(text, "unsupported digest algorithm");
    }
    if (parts.group(2).length() != length) {
      throw wrong(text, "invalid checksum digest length");
    }
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException("couldn't parse image name \"" + text + "\": " + why);
  }

  /** A text that is a name, without its tag and digest and else as it was written. */
  public static String withoutTag(String text) {
    int at = text.indexOf('@');
    String named = at < 0 ? text : text.substring(0, at);
    int colon = named.lastIndexOf(':');
    return colon > named.lastIndexOf('/') ? named.substring(0, colon) : named;
  }

  /** Without tag and digest, which is what credentials are looked up by. */
  public String repository() {
    return domain + "/" + path;
  }

  /**
   * The text as the runtime is asked for it. Kubernetes: only a missing tag is added, the rest
   * stays as it was written, since which registry a short name means is for the runtime to say.
   */
  public String asAsked(String text) {
    return digest.isEmpty() && !text.endsWith(":" + tag) ? text + ":" + tag : text;
  }
}
