package dev.jubelet.cluster.events;

import dev.jubelet.cluster.client.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Makes few events of many, as clients of Kubernetes do: the same one is counted, similar ones are
 * combined, and one object does not get more than its share. One owner.
 */
final class EventCorrelation {
  private static final int KEPT = 4096;
  private static final int SIMILAR_MAX = 10;
  private static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);
  private static final int SHARE_BURST = 25;
  private static final double SHARE_PER_SECOND = 1.0 / 300;
  private static final int MESSAGE_MAX = 1024;
  private static final int NAME_MAX = 230;

  /** Which events are the same. */
  record Key(EventSeries.About about, boolean warning, String reason, String message) {
    private static final String ANY = "";

    Key combined() {
      return new Key(about, warning, reason, ANY);
    }
  }

  private record Share(EventSeries.About about, boolean warning) {}

  private record Similar(Set<String> messages, Instant lastSeen) {}

  /** An event to send. */
  record Due(Key key, EventSeries series) {}

  private final LruCache<Key, Similar> similar = new LruCache<>(KEPT);
  private final LruCache<Key, EventSeries> seen = new LruCache<>(KEPT);
  private final LruCache<Share, TokenBucket> shares = new LruCache<>(KEPT);
  private long lastNumber;

  /**
   * @param now of the clock that never jumps
   * @param wall of the one that people read
   * @return nothing when its object has had its share
   */
  Optional<Due> take(
      EventSeries.About about,
      boolean warning,
      String reason,
      String said,
      Instant now,
      Instant wall) {
    String message = said.length() > MESSAGE_MAX ? said.substring(0, MESSAGE_MAX) : said;
    Key own = new Key(about, warning, reason, message);
    boolean combines = isOneOfMany(own, now);
    Key key = combines ? own.combined() : own;
    String text = combines ? "(combined from similar events): " + message : message;
    EventSeries before = seen.get(key);
    EventSeries series =
        new EventSeries(
            about,
            before == null ? name(about, wall) : before.name(),
            warning,
            reason,
            text,
            before == null ? wall : before.first(),
            wall,
            before == null ? 1 : before.count() + 1);
    seen.put(key, series);
    EventSeries.About whole = EventSeriesAboutBuilder.builder(about).fieldPath("").build();
    boolean allowed =
        shares
            .computeIfAbsent(
                new Share(whole, warning), _ -> new TokenBucket(SHARE_PER_SECOND, SHARE_BURST, now))
            .take(now);
    return allowed ? Optional.of(new Due(key, series)) : Optional.empty();
  }

  /** Whether so many that differ only in their message were seen lately that they become one. */
  private boolean isOneOfMany(Key own, Instant now) {
    Key group = own.combined();
    Similar before = similar.get(group);
    boolean lately =
        before != null && Duration.between(before.lastSeen(), now).compareTo(SIMILAR_WITHIN) <= 0;
    Set<String> messages = lately && before != null ? before.messages() : new LinkedHashSet<>();
    messages.add(own.message());
    similar.put(group, new Similar(messages, now));
    if (messages.size() < SIMILAR_MAX) {
      return false;
    }
    messages.remove(messages.iterator().next());
    return true;
  }

  /** Unlike all others of its object. */
  private String name(EventSeries.About about, Instant wall) {
    long number = wall.getEpochSecond() * 1_000_000_000L + wall.getNano();
    lastNumber = Math.max(number, lastNumber + 1);
    String object = about.name();
    String start = object.length() > NAME_MAX ? object.substring(0, NAME_MAX) : object;
    return start + "." + Long.toHexString(lastNumber);
  }
}
