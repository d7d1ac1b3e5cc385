package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.resize.ResizeStanding;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What we remember of a pod beyond what can be seen. All of it may be lost with our process: then
 * chores are repeated, and back-offs are assumed from what the runtime shows.
 *
 * @param volumePaths volumes that are ready, by name, and the path that containers get
 * @param images images made ready for the next instance of a container
 * @param retries failed actions by key
 * @param crashes crash back-off by container
 * @param pulls pull back-off by container and image
 * @param exits when an instance ended, on our own clock, which does not jump
 * @param attempts the highest attempt seen of a container, so that counts never fall
 * @param stopped sandboxes that were stopped to the end, network given back
 * @param stops when the end of an instance was first begun, so that its grace never grows
 * @param grants the shortest grace that a stop of an instance was begun with
 * @param postStarts hooks of instances that this life of our process started
 * @param preStops hooks of instances that are being ended
 * @param activeSince when the pod began, on our own clock, or null while nobody knows
 * @param resize what the pod has and what it wants
 * @param stale actions by key whose inputs have changed since they last began
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
    Map<ContainerId, Instant> stops,
    Map<ContainerId, Duration> grants,
    Map<ContainerId, Hook> postStarts,
    Map<ContainerId, Hook> preStops,
    @Nullable Instant activeSince,
    ResizeStanding resize,
    Set<String> stale) {

  public static final PodMemory EMPTY =
      new PodMemory(
          Set.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Set.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          null,
          ResizeStanding.NONE,
          Set.of());

  public PodMemory {
    // The sets are only asked whether they contain something: their order reaches nobody.
    done = Set.copyOf(done);
    volumePaths = Ordered.copyOf(volumePaths);
    images = Ordered.copyOf(images);
    retries = Ordered.copyOf(retries);
    crashes = Ordered.copyOf(crashes);
    pulls = Ordered.copyOf(pulls);
    exits = Ordered.copyOf(exits);
    attempts = Ordered.copyOf(attempts);
    stopped = Set.copyOf(stopped);
    stops = Ordered.copyOf(stops);
    grants = Ordered.copyOf(grants);
    postStarts = Ordered.copyOf(postStarts);
    preStops = Ordered.copyOf(preStops);
    stale = Set.copyOf(stale);
  }

  /** The parts of a memory while it is being changed. */
  private static final class Draft {
    Set<Chore> done;
    Map<String, String> volumePaths;
    Map<String, ObservedImage> images;
    Map<String, Retry> retries;
    Map<String, Backoff> crashes;
    Map<String, Backoff> pulls;
    Map<ContainerId, Instant> exits;
    Map<String, Integer> attempts;
    Set<SandboxId> stopped;
    Map<ContainerId, Instant> stops;
    Map<ContainerId, Duration> grants;
    Map<ContainerId, Hook> postStarts;
    Map<ContainerId, Hook> preStops;
    @Nullable Instant activeSince;
    ResizeStanding resize;
    Set<String> stale;

    Draft(PodMemory from) {
      done = from.done;
      volumePaths = from.volumePaths;
      images = from.images;
      retries = from.retries;
      crashes = from.crashes;
      pulls = from.pulls;
      exits = from.exits;
      attempts = from.attempts;
      stopped = from.stopped;
      stops = from.stops;
      grants = from.grants;
      postStarts = from.postStarts;
      preStops = from.preStops;
      activeSince = from.activeSince;
      resize = from.resize;
      stale = from.stale;
    }

    PodMemory finish() {
      return new PodMemory(
          done,
          volumePaths,
          images,
          retries,
          crashes,
          pulls,
          exits,
          attempts,
          stopped,
          stops,
          grants,
          postStarts,
          preStops,
          activeSince,
          resize,
          stale);
    }
  }

  private PodMemory with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finish();
  }

  public boolean did(Chore chore) {
    return done.contains(chore);
  }

  public PodMemory doing(Chore chore) {
    return with(draft -> draft.done = plus(done, chore));
  }

  /** What logs tell of attempts that nobody can see any more. */
  public PodMemory recalled(Map<String, Integer> told) {
    Map<String, Integer> all = new LinkedHashMap<>(attempts);
    told.forEach((container, attempt) -> all.merge(container, attempt, Math::max));
    return all.equals(attempts) ? this : with(draft -> draft.attempts = all);
  }

  public PodMemory mounted(String volume, String path) {
    return with(draft -> draft.volumePaths = plus(volumePaths, volume, path));
  }

  public PodMemory imageReady(String container, ObservedImage image) {
    return with(draft -> draft.images = plus(images, container, image));
  }

  /** An instance was made: its image has served, and the next crash waits for longer. */
  public PodMemory created(String container, @Nullable Backoff crash, int attempt) {
    return with(draft -> {
      draft.images = minus(images, container);
      draft.crashes = crash == null ? crashes : plus(crashes, container, crash);
      draft.attempts = plus(attempts, container, attempt);
    });
  }

  public PodMemory crash(String container, Backoff backoff) {
    return with(draft -> draft.crashes = plus(crashes, container, backoff));
  }

  public PodMemory pull(String image, Backoff backoff) {
    return with(draft -> draft.pulls = plus(pulls, image, backoff));
  }

  public PodMemory pulled(String image) {
    return pulls.containsKey(image) ? with(draft -> draft.pulls = minus(pulls, image)) : this;
  }

  public PodMemory failed(String actionKey, Retry retry) {
    return with(draft -> draft.retries = plus(retries, actionKey, retry));
  }

  public PodMemory succeeded(String actionKey) {
    return retries.containsKey(actionKey)
        ? with(draft -> draft.retries = minus(retries, actionKey))
        : this;
  }

  /** A container has another image now: what was made ready or failed for the old one is void. */
  public PodMemory redefined(String container) {
    return with(draft -> {
      draft.images = minus(images, container);
      Map<String, Retry> left = new LinkedHashMap<>(retries);
      left.values().removeIf(retry -> container.equals(retry.container()));
      draft.retries = left;
    });
  }

  /** A pod that ends has nothing to retry of what it tried while it lived. */
  public PodMemory withoutRetries() {
    return with(draft -> draft.retries = Map.of());
  }

  public PodMemory stopped(SandboxId sandbox) {
    return with(draft -> draft.stopped = plus(stopped, sandbox));
  }

  /** Other amounts are another try: what failed on the way to the old ones is void. */
  public PodMemory resize(ResizeStanding standing) {
    boolean sameCourse =
        standing.underway() != null
            && resize.underway() != null
            && standing.underway().since().equals(resize.underway().since());
    return with(draft -> {
      draft.resize = standing;
      if (!sameCourse) {
        Map<String, Retry> left = new LinkedHashMap<>(retries);
        left.keySet().removeIf(key -> key.startsWith(Action.Resize.KEY));
        draft.retries = left;
      }
    });
  }

  /** What failed for the old inputs may go well with the new ones: it is tried at once. */
  public PodMemory stale(Set<String> actionKeys) {
    if (actionKeys.isEmpty()) {
      return this;
    }
    return with(draft -> {
      Set<String> all = new LinkedHashSet<>(stale);
      all.addAll(actionKeys);
      draft.stale = all;
      Map<String, Retry> left = new LinkedHashMap<>(retries);
      left.keySet().removeAll(actionKeys);
      draft.retries = left;
    });
  }

  /** An action that begins now sees all inputs as they are. */
  public PodMemory begun(String actionKey) {
    if (!stale.contains(actionKey)) {
      return this;
    }
    return with(draft -> {
      Set<String> left = new LinkedHashSet<>(stale);
      left.remove(actionKey);
      draft.stale = left;
    });
  }

  public PodMemory stopBegun(ContainerId container, Instant now) {
    return stops.containsKey(container)
        ? this
        : with(draft -> draft.stops = plus(stops, container, now));
  }

  /** A grace that was granted once never grows again. */
  public PodMemory granted(ContainerId container, Duration grace) {
    Duration before = grants.get(container);
    return before != null && before.compareTo(grace) <= 0
        ? this
        : with(draft -> draft.grants = plus(grants, container, grace));
  }

  public PodMemory postStart(ContainerId container, Hook hook) {
    return with(draft -> draft.postStarts = plus(postStarts, container, hook));
  }

  public PodMemory preStop(ContainerId container, Hook hook) {
    return with(draft -> draft.preStops = plus(preStops, container, hook));
  }

  public PodMemory activeSince(Instant began) {
    return with(draft -> draft.activeSince = began);
  }

  /** What is gone from the runtime needs no memory of how it began and was stopped. */
  public PodMemory keeping(PodObservation seen) {
    Set<ContainerId> containers = new LinkedHashSet<>();
    seen.containers().forEach(container -> containers.add(container.id()));
    Set<SandboxId> sandboxes = new LinkedHashSet<>();
    seen.sandboxes().forEach(sandbox -> sandboxes.add(sandbox.id()));
    boolean allThere =
        containers.containsAll(stops.keySet())
            && containers.containsAll(postStarts.keySet())
            && containers.containsAll(preStops.keySet())
            && containers.containsAll(resize.given().keySet())
            && sandboxes.containsAll(stopped);
    if (allThere) {
      return this;
    }
    return with(draft -> {
      draft.stops = only(stops, containers);
      draft.grants = only(grants, containers);
      draft.postStarts = only(postStarts, containers);
      draft.preStops = only(preStops, containers);
      draft.resize = resize.keeping(containers);
      Set<SandboxId> stoppedLeft = new LinkedHashSet<>(stopped);
      stoppedLeft.retainAll(sandboxes);
      draft.stopped = stoppedLeft;
    });
  }

  private static <V> Map<ContainerId, V> only(Map<ContainerId, V> map, Set<ContainerId> kept) {
    Map<ContainerId, V> left = new LinkedHashMap<>(map);
    left.keySet().retainAll(kept);
    return left;
  }

  /** When the newest instance of a container ended that has ended, or null while there is none. */
  @Nullable Instant newestExit(String container, PodObservation seen) {
    // One that was made and never ran has not crashed.
    return seen.containers().stream()
        .filter(c -> c.name().equals(container) && exits.containsKey(c.id()))
        .findFirst()
        .map(c -> exits.get(c.id()))
        .orElse(null);
  }

  /** Keeps what still concerns somebody, and notes what is new in an observation. */
  public PodMemory noting(Map<ContainerId, Instant> seenExits, Map<String, Integer> seenAttempts) {
    if (exits.equals(seenExits) && attempts.equals(seenAttempts)) {
      return this;
    }
    return with(draft -> {
      draft.exits = seenExits;
      draft.attempts = seenAttempts;
    });
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
