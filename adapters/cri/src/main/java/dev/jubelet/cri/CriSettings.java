package dev.jubelet.cri;

import java.time.Duration;

/**
 * How long to wait for a runtime.
 *
 * @param requestTimeout for an ordinary call; work that lasts by its nature gets it on top
 * @param pullStall a pull without any progress for this long is given up
 * @param pullLook how often a running pull is looked at
 * @param longestCall for calls that have no other end: pulls, and commands without a timeout
 */
public record CriSettings(
    Duration requestTimeout, Duration pullStall, Duration pullLook, Duration longestCall) {
  public static final CriSettings DEFAULT =
      new CriSettings(
          Duration.ofMinutes(2),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofHours(4));

  public CriSettings withRequestTimeout(Duration timeout) {
    return new CriSettings(timeout, pullStall, pullLook, longestCall);
  }
}
