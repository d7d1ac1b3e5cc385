package dev.jubelet.network.builtin;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The note on a link of ours: whose it is, and on a bridge also what the machine's forwarding of
 * packets was before the first of our bridges came. The kernel keeps it for as long as the link.
 *
 * @param owner the directory of the runtime that made the link
 * @param forwarding of IPv4 and IPv6, each 0 or 1; empty on a link that needs none
 */
record OwnerMark(String owner, String forwarding) {
  private static final Pattern TEXT = Pattern.compile("jubelet (.+?)(?: forwarding=([01]{2}))?");
  private static final int OWNER_BYTES_MAX = 200;

  static OwnerMark of(Path owner) {
    String path = owner.toString();
    boolean fits = path.getBytes(StandardCharsets.UTF_8).length <= OWNER_BYTES_MAX;
    return new OwnerMark(fits ? path : "at-%08x".formatted(path.hashCode()), "");
  }

  static Optional<OwnerMark> on(String alias) {
    Matcher mark = TEXT.matcher(alias);
    if (!mark.matches()) {
      return Optional.empty();
    }
    String forwarding = mark.group(2);
    return Optional.of(new OwnerMark(mark.group(1), forwarding == null ? "" : forwarding));
  }

  boolean sameOwner(String alias) {
    return on(alias).filter(other -> other.owner.equals(owner)).isPresent();
  }

  String text() {
    return "jubelet " + owner + (forwarding.isEmpty() ? "" : " forwarding=" + forwarding);
  }
}
