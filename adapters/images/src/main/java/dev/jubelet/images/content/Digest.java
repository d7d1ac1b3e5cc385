package dev.jubelet.images.content;

import dev.jubelet.linux.file.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What some bytes hash to, by SHA-256, which is the one that every registry speaks. */
public record Digest(String hex) implements Comparable<Digest> {
  private static final String PREFIX = "sha256:";
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
  private static final int SHOWN_MAX = 80;

  public Digest {
    if (!isHex(hex)) {
      throw new IllegalArgumentException("not a SHA-256 in lower-case hexadecimal digits");
    }
  }

  /** Whether it is what a digest is made of. */
  public static boolean isHex(String text) {
    return HEX.matcher(text).matches();
  }

  /** Reads {@code sha256:…}; anything else, other hashes among them, is refused. */
  public static Digest parse(String text) {
    if (!text.startsWith(PREFIX) || !isHex(text.substring(PREFIX.length()))) {
      String shown = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
      throw new IllegalArgumentException(
          "\"" + shown + "\" is not a digest that is understood: sha256: and 64 digits");
    }
    return new Digest(text.substring(PREFIX.length()));
  }

  public static Digest of(byte[] content) {
    return finished(hash(), content);
  }

  /** A new, empty hash. */
  public static MessageDigest hash() {
    return Sha256.begin();
  }

  /** Takes the hash's value, after which it is empty again. */
  public static Digest finished(MessageDigest hash) {
    return new Digest(HexFormat.of().formatHex(hash.digest()));
  }

  private static Digest finished(MessageDigest hash, byte[] content) {
    hash.update(content);
    return finished(hash);
  }

  @Override
  public int compareTo(Digest other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return PREFIX + hex;
  }
}
