package dev.jubelet.decide.plan;

import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What we remember of a pod beyond what can be seen. All of it may be lost with our process: then
 * chores are repeated, and back-offs are assumed from what the runtime shows.
 *
 * @param volumePaths volumes that are ready, by name, and the path that containers get
 * @param images images made ready for the next instance of a container
 * @param retries failed actions by key
 * @param crashes crash back-off by container
 * @param pulls pull back-off by image
 * @param exits when an instance ended, on our own clock, which does not jump
 * @param attempts the highest attempt seen of a container, so that counts never fall
 * @param stopped sandboxes that were stopped to the end, network given back
 * @param stops when the stop of an instance was first begun, so that its grace never grows
 */
public record PodMemory(
    Set<Chore> done,
    Map<String, String> volumePaths,
    Map<String, ObservedImage> images,
    Map<String, Retry> retries,
    Map<String, Backoff> crashes,
    Map<String, Backoff> pulls,
    Map<ContainerId, Instant> exits,
    Map<String, Integer> attempts,
    Set<SandboxId> stopped,
    Map<ContainerId, Instant> stops) {

  public static final PodMemory EMPTY =
      new PodMemory(
          Set.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Set.of(),
          Map.of());

  public PodMemory {
    done = Collections.unmodifiableSet(new LinkedHashSet<>(done));
    volumePaths = Ordered.copyOf(volumePaths);
    images = Ordered.copyOf(images);
    retries = Ordered.copyOf(retries);
    crashes = Ordered.copyOf(crashes);
    pulls = Ordered.copyOf(pulls);
    exits = Ordered.copyOf(exits);
    attempts = Ordered.copyOf(attempts);
    stopped = Collections.unmodifiableSet(new LinkedHashSet<>(stopped));
    stops = Ordered.copyOf(stops);
  }

  public boolean did(Chore chore) {
    return done.contains(chore);
  }

  public PodMemory doing(Chore chore) {
    return new PodMemory(
        plus(done, chore),
        volumePaths,
        images,
        retries,
        crashes,
        pulls,
        exits,
        attempts,
        stopped,
        stops);
  }

  public PodMemory undoing(Chore chore) {
    Set<Chore> left = new LinkedHashSet<>(done);
    left.remove(chore);
    return new PodMemory(
        left, volumePaths, images, retries, crashes, pulls, exits, attempts, stopped, stops);
  }

  public PodMemory mounted(String volume, String path) {
    return new PodMemory(
        done,
        plus(volumePaths, volume, path),
        images,
        retries,
        crashes,
        pulls,
        exits,
        attempts,
        stopped,
        stops);
  }

  public PodMemory imageReady(String container, ObservedImage image) {
    return new PodMemory(
        done,
        volumePaths,
        plus(images, container, image),
        retries,
        crashes,
        pulls,
        exits,
        attempts,
        stopped,
        stops);
  }

  /** An instance was made: its image has served, and the next crash waits for longer. */
  public PodMemory created(String container, @Nullable Backoff crash, int attempt) {
    return new PodMemory(
        done,
        volumePaths,
        minus(images, container),
        retries,
        crash == null ? crashes : plus(crashes, container, crash),
        pulls,
        exits,
        plus(attempts, container, attempt),
        stopped,
        stops);
  }

  public PodMemory crash(String container, Backoff backoff) {
    return new PodMemory(
        done,
        volumePaths,
        images,
        retries,
        plus(crashes, container, backoff),
        pulls,
        exits,
        attempts,
        stopped,
        stops);
  }

  public PodMemory pull(String image, Backoff backoff) {
    return new PodMemory(
        done,
        volumePaths,
        images,
        retries,
        crashes,
        plus(pulls, image, backoff),
        exits,
        attempts,
        stopped,
        stops);
  }

  public PodMemory pulled(String image) {
    return new PodMemory(
        done,
        volumePaths,
        images,
        retries,
        crashes,
        minus(pulls, image),
        exits,
        attempts,
        stopped,
        stops);
  }

  public PodMemory failed(String actionKey, Retry retry) {
    return new PodMemory(
        done,
        volumePaths,
        images,
        plus(retries, actionKey, retry),
        crashes,
        pulls,
        exits,
        attempts,
        stopped,
        stops);
  }

  public PodMemory succeeded(String actionKey) {
    return retries.containsKey(actionKey)
        ? new PodMemory(
            done,
            volumePaths,
            images,
            minus(retries, actionKey),
            crashes,
            pulls,
            exits,
            attempts,
            stopped,
            stops)
        : this;
  }

  /** A pod that ends has nothing to retry of what it tried while it lived. */
  public PodMemory withoutRetries() {
    return new PodMemory(
        done, volumePaths, images, Map.of(), crashes, pulls, exits, attempts, stopped, stops);
  }

  public PodMemory stopped(SandboxId sandbox) {
    return new PodMemory(
        done,
        volumePaths,
        images,
        retries,
        crashes,
        pulls,
        exits,
        attempts,
        plus(stopped, sandbox),
        stops);
  }

  public PodMemory stopBegun(ContainerId container, Instant now) {
    return stops.containsKey(container)
        ? this
        : new PodMemory(
            done,
            volumePaths,
            images,
            retries,
            crashes,
            pulls,
            exits,
            attempts,
            stopped,
            plus(stops, container, now));
  }

  /** Keeps what still concerns somebody, and notes what is new in an observation. */
  public PodMemory noting(Map<ContainerId, Instant> seenExits, Map<String, Integer> seenAttempts) {
    return new PodMemory(
        done,
        volumePaths,
        images,
        retries,
        crashes,
        pulls,
        seenExits,
        seenAttempts,
        stopped,
        stops);
  }

  private static <K, V> Map<K, V> plus(Map<K, V> map, K key, V value) {
    Map<K, V> all = new LinkedHashMap<>(map);
    all.put(key, value);
    return all;
  }

  private static <K, V> Map<K, V> minus(Map<K, V> map, K key) {
    Map<K, V> left = new LinkedHashMap<>(map);
    left.remove(key);
    return left;
  }

  private static <T> Set<T> plus(Set<T> set, T element) {
    Set<T> all = new LinkedHashSet<>(set);
    all.add(element);
    return all;
  }
}
