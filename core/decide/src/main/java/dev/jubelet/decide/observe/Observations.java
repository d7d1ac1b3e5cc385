package dev.jubelet.decide.observe;

import dev.jubelet.decide.config.annotation.RuntimeLabels;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts what a runtime lists together, pod by pod. */
public final class Observations {
  private static final Comparator<ObservedSandbox> NEWEST_SANDBOX =
      // Attempts first: the machine's clock may have been set back between two sandboxes.
      Comparator.comparingInt(ObservedSandbox::attempt)
          .thenComparing(ObservedSandbox::createdAt)
          .thenComparing(s -> s.id().value())
          .reversed();
  private static final Comparator<ObservedContainer> NEWEST_CONTAINER =
      Comparator.comparingInt(ObservedContainer::attempt)
          .thenComparing(ObservedContainer::createdAt)
          .thenComparing(c -> c.id().value())
          .reversed();

  private Observations() {}

  /** In the order of uids. A container whose sandbox is gone still belongs to its pod. */
  public static List<PodObservation> group(
      List<ObservedSandbox> sandboxes, List<ObservedContainer> containers, Instant takenAt) {
    SortedMap<PodUid, List<ObservedSandbox>> sandboxesOf = new TreeMap<>();
    sandboxes.forEach(s -> sandboxesOf.computeIfAbsent(s.uid(), _ -> new ArrayList<>()).add(s));
    SortedMap<PodUid, List<ObservedContainer>> containersOf = new TreeMap<>();
    containers.forEach(c -> containersOf.computeIfAbsent(c.uid(), _ -> new ArrayList<>()).add(c));
    SortedSet<PodUid> uids = new TreeSet<>(sandboxesOf.keySet());
    uids.addAll(containersOf.keySet());
    return uids.stream()
        .map(uid ->
            of(
                uid,
                sandboxesOf.getOrDefault(uid, List.of()),
                containersOf.getOrDefault(uid, List.of()),
                takenAt))
        .toList();
  }

  private static PodObservation of(
      PodUid uid,
      List<ObservedSandbox> sandboxes,
      List<ObservedContainer> containers,
      Instant takenAt) {
    List<ObservedSandbox> newestSandboxes = sandboxes.stream().sorted(NEWEST_SANDBOX).toList();
    List<ObservedContainer> newestContainers =
        containers.stream().sorted(NEWEST_CONTAINER).toList();
    return new PodObservation(
        uid, name(newestSandboxes, newestContainers), newestSandboxes, newestContainers, takenAt);
  }

  private static PodName name(List<ObservedSandbox> sandboxes, List<ObservedContainer> containers) {
    if (!sandboxes.isEmpty()) {
      ObservedSandbox newest = sandboxes.getFirst();
      return labelled(newest.labels(), newest.namespace(), newest.name());
    }
    return labelled(containers.getFirst().labels(), "", "");
  }

  private static PodName labelled(Map<String, String> labels, String namespace, String name) {
    return new PodName(
        labels.getOrDefault(RuntimeLabels.POD_NAMESPACE, namespace),
        labels.getOrDefault(RuntimeLabels.POD_NAME, name));
  }
}
