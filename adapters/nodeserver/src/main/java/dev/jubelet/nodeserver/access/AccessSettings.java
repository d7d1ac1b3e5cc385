package dev.jubelet.nodeserver.access;

import dev.jubelet.decide.access.NodeAccess;
import dev.jubelet.ports.AccessReviews;
import dev.jubelet.ports.TokenReviews;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How callers are recognised and judged.
 *
 * @param rights which right a request needs
 * @param clientAuthorities who signs client certificates; none: certificates are not looked at
 * @param tokens empty: bearer tokens are not looked at
 * @param access {@link #ALWAYS_ALLOW} only where the operator chose it
 * @param anonymous whether callers without any credential are judged as {@code system:anonymous}
 * @param now for caches: a clock that does not jump
 * @param wall for certificates: the machine's clock
 */
public record AccessSettings(
    NodeAccess rights,
    Supplier<List<X509Certificate>> clientAuthorities,
    Optional<TokenReviews> tokens,
    AccessReviews access,
    ReviewCaching caching,
    boolean anonymous,
    Supplier<Instant> now,
    Supplier<Instant> wall) {
  /** Authorization mode AlwaysAllow. */
  public static final AccessReviews ALWAYS_ALLOW = (user, attributes) -> true;
}
