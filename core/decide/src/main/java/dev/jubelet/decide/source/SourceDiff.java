package dev.jubelet.decide.source;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares two deliveries of one source, pod by pod. */
public final class SourceDiff {
  private SourceDiff() {}

  /** Additions come in the order of creation, then of delivery; removals first of all. */
  public static List<SourceChange> between(Map<PodUid, Pod> before, List<Pod> after) {
    Map<PodUid, Pod> now = new LinkedHashMap<>();
    after.forEach(pod -> now.putIfAbsent(pod.uid(), pod));
    List<SourceChange> changes = new ArrayList<>();
    before.forEach((uid, pod) -> {
      if (!now.containsKey(uid)) {
        changes.add(new SourceChange.Removed(pod));
      }
    });
    List<SourceChange> others = new ArrayList<>();
    now.forEach((uid, pod) -> {
      SourceChange change = change(before.get(uid), pod);
      if (change != null) {
        others.add(change);
      }
    });
    // Most deliveries change one pod: only the few that changed are worth an order.
    others.sort(Comparator.comparing(change -> createdAt(change.pod())));
    changes.addAll(others);
    return changes;
  }

  private static @Nullable SourceChange change(@Nullable Pod before, Pod now) {
    if (before == null) {
      return new SourceChange.Added(now);
    }
    if (before.equals(now)) {
      return null;
    }
    boolean deletionIsNew =
        now.metadata().deletionTimestamp() != null
            && (before.metadata().deletionTimestamp() == null
                || !Objects.equals(
                    before.metadata().deletionGracePeriodSeconds(),
                    now.metadata().deletionGracePeriodSeconds()));
    if (deletionIsNew) {
      return new SourceChange.Deleting(now);
    }
    boolean same = before.spec().equals(now.spec()) && sameMeaning(before, now);
    return same ? new SourceChange.Reconciled(now) : new SourceChange.Updated(now);
  }

  /** Labels and annotations reach containers; other metadata does not. */
  private static boolean sameMeaning(Pod before, Pod now) {
    return before.metadata().labels().equals(now.metadata().labels())
        && before.metadata().annotations().equals(now.metadata().annotations());
  }

  private static Instant createdAt(Pod pod) {
    return Objects.requireNonNullElse(pod.metadata().creationTimestamp(), Instant.EPOCH);
  }
}
