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
  private final ReviewSemaphore semaphore;
  private final Duration believed;
  private final ExpiringCache<String, Optional<UserInfo>> known;
  private final byte[] salt = new byte[16];

  TokenUsers(
      TokenReviews reviews, ReviewSemaphore semaphore, Duration believed, Supplier<Instant> now) {
    this.reviews = reviews;
    this.semaphore = semaphore;
    this.believed = believed;
    this.known = new ExpiringCache<>(CACHE_MAX, now);
    new SecureRandom().nextBytes(salt);
  }

  UserInfo user(String token) throws BadCredential {
    String key = print(token);
    Optional<UserInfo> user;
    try {
      user = known.find(key).orElseGet(() -> ask(key, token));
    } catch (OutsideFailure nobodyAnswers) {
      throw new BadCredential("a token could not be reviewed: " + nobodyAnswers.text());
    }
    return user.orElseThrow(() -> new BadCredential("a token that is nobody's was shown"));
  }

  private Optional<UserInfo> ask(String key, String token) {
    return semaphore.take(() -> {
      Optional<Optional<UserInfo>> meanwhile = known.find(key);
      if (meanwhile.isPresent()) {
        return meanwhile.get();
      }
      Optional<UserInfo> answer = reviews.review(token);
      known.keep(key, answer, believed);
      return answer;
    });
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
