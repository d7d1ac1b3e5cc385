package dev.jubelet.nodeserver.access;

import dev.jubelet.model.access.UserInfo;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.TokenReviews;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/** Users by bearer token. What somebody else said of a token is believed for a while. */
final class TokenUsers {
  private static final int CACHE_MAX = 4096;

  private final TokenReviews reviews;
  private final Duration believed;
  private final ReviewCache<String, Optional<UserInfo>> known;
  private final byte[] salt = new byte[16];

  TokenUsers(
      TokenReviews reviews, ReviewSemaphore semaphore, Duration believed, Supplier<Instant> now) {
    this.reviews = reviews;
    this.believed = believed;
    this.known = new ReviewCache<>(CACHE_MAX, semaphore, now);
    new SecureRandom().nextBytes(salt);
  }

  UserInfo user(String token) throws BadCredential {
    Optional<UserInfo> user;
    try {
      user = known.get(print(token), () -> reviews.review(token), _ -> believed);
    } catch (OutsideFailure nobodyAnswers) {
      throw new BadCredential("a token could not be reviewed: " + nobodyAnswers.text());
    }
    return user.orElseThrow(() -> new BadCredential("the bearer token is not valid"));
  }

  /** Tokens themselves are not kept: whoever reads our memory should not find them. */
  private String print(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
