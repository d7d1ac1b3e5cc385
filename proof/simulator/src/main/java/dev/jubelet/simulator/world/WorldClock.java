package dev.jubelet.simulator.world;

import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;

/**
 * The time of the simulated world: it flows evenly, while the clock on the wall can be set. Who
 * writes a time down writes the wall's, so every moment has one that it keeps.
 */
public final class WorldClock {
  private final ManualTime time;
  private final TreeMap<Instant, Duration> settings = new TreeMap<>();

  WorldClock(ManualTime time) {
    this.time = time;
    settings.put(Instant.MIN, Duration.ZERO);
  }

  Instant now() {
    return time.now();
  }

  /** Somebody sets the clock. */
  public void step(Duration by) {
    Duration ahead = settings.lastEntry().getValue().plus(by);
    settings.put(time.now(), ahead);
    time.setWall(time.now().plus(ahead));
  }

  /** When it was last set; long ago if never. */
  public Instant lastSet() {
    return settings.lastKey();
  }

  /** Whether the wall shows the world's own time, and always has. */
  boolean neverSet() {
    return settings.size() == 1;
  }

  /** What a clock on the wall showed at that moment. */
  Instant wallAt(Instant moment) {
    return moment.equals(Instant.EPOCH)
        ? moment
        : moment.plus(settings.floorEntry(moment).getValue());
  }
}
