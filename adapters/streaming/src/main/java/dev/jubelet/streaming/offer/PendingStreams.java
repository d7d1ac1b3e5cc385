package dev.jubelet.streaming.offer;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.stream.StreamSession;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What was offered and not yet taken: each for one client, for a while, and not too many. */
final class PendingStreams {
  static final Duration LIFETIME = Duration.ofMinutes(1);
  static final int MOST = 1000;
  private static final int TOKEN_BYTES = 24;

  private record Offer(String verb, StreamSession session, long since) {}

  private final SecureRandom random = new SecureRandom();
  private final LongSupplier nanoTime;

  /** The oldest first. */
  private final Map<String, Offer> offers = new LinkedHashMap<>();

  /**
   * @param nanoTime a clock that never jumps
   */
  PendingStreams(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The token with which it can be taken. */
  synchronized String add(String verb, StreamSession session) {
    forgetExpired();
    if (offers.size() >= MOST) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED,
          MOST + " streams are offered and not taken; the oldest expires within " + LIFETIME);
    }
    byte[] secret = new byte[TOKEN_BYTES];
    random.nextBytes(secret);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    offers.put(token, new Offer(verb, session, nanoTime.getAsLong()));
    return token;
  }

  /** Whoever knows the token has it, once. */
  synchronized Optional<StreamSession> take(String verb, String token) {
    forgetExpired();
    Offer offer = offers.get(token);
    if (offer == null || !offer.verb().equals(verb)) {
      return Optional.empty();
    }
    offers.remove(token);
    return Optional.of(offer.session());
  }

  private void forgetExpired() {
    long now = nanoTime.getAsLong();
    offers.values().removeIf(offer -> now - offer.since() >= LIFETIME.toNanos());
  }
}
