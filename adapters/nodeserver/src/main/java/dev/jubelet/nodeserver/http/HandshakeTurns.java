package dev.jubelet.nodeserver.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whose turn it is to shake hands: a token bucket for each address and one for all. A bucket is the
 * time at which it would be full again.
 */
final class HandshakeTurns {
  private static final int ADDRESSES_MAX = 4096;
  private static final int NETWORK_BYTES = 8;

  private final HandshakeLimits limits;
  private final LongSupplier nanoTime;
  private final long started;
  private final Map<String, Long> fullAgain =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > ADDRESSES_MAX;
        }
      };
  private long allFullAgain;

  /**
   * @param nanoTime a clock that never jumps
   */
  HandshakeTurns(HandshakeLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.started = nanoTime.getAsLong();
  }

  /** How long a client has to wait for its turn; empty when that would be too long. */
  synchronized Optional<Duration> take(InetAddress address) {
    long now = nanoTime.getAsLong() - started;
    String source = source(address);
    long own = next(limits.perAddress(), fullAgain.getOrDefault(source, 0L), now);
    long all = next(limits.inSum(), allFullAgain, now);
    long wait =
        Math.max(0, Math.max(wait(limits.perAddress(), own, now), wait(limits.inSum(), all, now)));
    if (wait > limits.patience().toNanos()) {
      return Optional.empty();
    }
    fullAgain.put(source, own);
    allFullAgain = all;
    return Optional.of(Duration.ofNanos(wait));
  }

  private static long next(HandshakeLimits.Rate rate, long fullAgain, long now) {
    return Math.max(fullAgain, now) + rate.nanosBetween();
  }

  private static long wait(HandshakeLimits.Rate rate, long fullAgain, long now) {
    return fullAgain - now - rate.burst() * rate.nanosBetween();
  }

  /** Who has one address of IPv6 has a whole network of them. */
  private static String source(InetAddress address) {
    byte[] bytes = address.getAddress();
    return Arrays.toString(
        address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }
}
