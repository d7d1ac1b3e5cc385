package dev.jubelet.decide.state;

import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.meta.Ordered;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is remembered of actions, by their key.
 *
 * @param retries those that failed, in the order of their failures
 * @param pulls pull back-off by container and image
 * @param stale those whose inputs have changed since they last began
 */
public record ActionMemory(
    Map<String, Retry> retries, Map<String, Backoff> pulls, Set<String> stale) {
  static final ActionMemory NONE = new ActionMemory(Map.of(), Map.of(), Set.of());

  public ActionMemory {
    retries = Ordered.copyOf(retries);
    pulls = Ordered.copyOf(pulls);
    // Only asked whether it contains something: its order reaches nobody.
    stale = Set.copyOf(stale);
  }

  ActionMemory failed(String key, Retry retry) {
    return new ActionMemory(Ordered.plus(retries, key, retry), pulls, stale);
  }

  ActionMemory pull(String key, Backoff backoff) {
    return new ActionMemory(retries, Ordered.plus(pulls, key, backoff), stale);
  }

  ActionMemory pulled(String key) {
    return new ActionMemory(retries, Ordered.minus(pulls, key), stale);
  }

  ActionMemory withoutRetries(Predicate<Map.Entry<String, Retry>> which) {
    Map<String, Retry> left = new LinkedHashMap<>(retries);
    left.entrySet().removeIf(which);
    return new ActionMemory(left, pulls, stale);
  }

  /** What failed for the old inputs may go well with the new ones: it is tried at once. */
  ActionMemory stale(Set<String> keys) {
    Set<String> all = new LinkedHashSet<>(stale);
    all.addAll(keys);
    ActionMemory tried = withoutRetries(entry -> keys.contains(entry.getKey()));
    return new ActionMemory(tried.retries, pulls, all);
  }

  /** An action that begins now sees all inputs as they are. */
  ActionMemory begun(String key) {
    Set<String> left = new LinkedHashSet<>(stale);
    left.remove(key);
    return new ActionMemory(retries, pulls, left);
  }
}
