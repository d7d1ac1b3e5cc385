package dev.jubelet.decide.observe;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What changed between two looks at the whole runtime. Pods come in the order of their uid; within
 * a pod its sandboxes come before its containers, and these by name and age.
 */
public final class RelistDiff {
  private static final Comparator<ObservedContainer> BY_NAME_AND_AGE =
      Comparator.comparing(ObservedContainer::name)
          .thenComparingInt(ObservedContainer::attempt)
          .thenComparing(ObservedContainer::createdAt)
          .thenComparing(c -> c.id().value());

  /** What a change is told from: a start time that was not known before is no change. */
  private enum Standing {
    RUNNING,
    EXITED,
    UNSETTLED
  }

  private RelistDiff() {}

  public static List<PodChange> between(List<PodObservation> before, List<PodObservation> after) {
    SortedMap<PodUid, PodObservation> then = byUid(before);
    SortedMap<PodUid, PodObservation> now = byUid(after);
    TreeSet<PodUid> all = new TreeSet<>(then.keySet());
    all.addAll(now.keySet());
    List<PodChange> changes = new ArrayList<>();
    for (PodUid uid : all) {
      compare(then.get(uid), now.get(uid), changes);
    }
    return List.copyOf(changes);
  }

  /** A pod of which nothing is left is as good as not seen. */
  private static SortedMap<PodUid, PodObservation> byUid(List<PodObservation> observations) {
    SortedMap<PodUid, PodObservation> map = new TreeMap<>();
    for (PodObservation observation : observations) {
      if (!observation.isEmpty()) {
        map.put(observation.uid(), observation);
      }
    }
    return map;
  }

  private static void compare(
      @Nullable PodObservation then, @Nullable PodObservation now, List<PodChange> changes) {
    if (then == null && now != null) {
      changes.add(new PodChange.PodAppeared(now.uid(), now.name()));
    }
    compareSandboxes(
        then == null ? List.of() : then.sandboxes(),
        now == null ? List.of() : now.sandboxes(),
        changes);
    compareContainers(
        then == null ? List.of() : then.containers(),
        now == null ? List.of() : now.containers(),
        changes);
    if (then != null && now == null) {
      changes.add(new PodChange.PodVanished(then.uid(), then.name()));
    }
  }

  private static void compareSandboxes(
      List<ObservedSandbox> then, List<ObservedSandbox> now, List<PodChange> changes) {
    Map<SandboxId, Boolean> readyThen = new HashMap<>();
    then.forEach(s -> readyThen.put(s.id(), s.ready()));
    Map<SandboxId, Boolean> readyNow = new HashMap<>();
    now.forEach(s -> readyNow.put(s.id(), s.ready()));
    SortedMap<String, PodChange> changed = new TreeMap<>();
    for (ObservedSandbox sandbox : now) {
      Boolean was = readyThen.get(sandbox.id());
      if (was == null || was != sandbox.ready()) {
        changed.put(
            sandbox.id().value(), new PodChange.SandboxChanged(sandbox.uid(), sandbox.id()));
      }
    }
    for (ObservedSandbox sandbox : then) {
      if (!readyNow.containsKey(sandbox.id())) {
        changed.put(
            sandbox.id().value(), new PodChange.SandboxChanged(sandbox.uid(), sandbox.id()));
      }
    }
    changes.addAll(changed.values());
  }

  private static void compareContainers(
      List<ObservedContainer> then, List<ObservedContainer> now, List<PodChange> changes) {
    Map<ContainerId, ObservedContainer> before = new HashMap<>();
    then.forEach(c -> before.put(c.id(), c));
    Map<ContainerId, ObservedContainer> after = new HashMap<>();
    now.forEach(c -> after.put(c.id(), c));
    TreeSet<ObservedContainer> all = new TreeSet<>(BY_NAME_AND_AGE);
    all.addAll(now);
    then.stream().filter(c -> !after.containsKey(c.id())).forEach(all::add);
    for (ObservedContainer container : all) {
      if (after.containsKey(container.id())) {
        changeOf(before.get(container.id()), container, changes);
      } else {
        addEnd(container, changes);
      }
    }
  }

  private static void changeOf(
      @Nullable ObservedContainer then, ObservedContainer now, List<PodChange> changes) {
    Standing standing = standing(now);
    if (then != null && standing(then) == standing) {
      return;
    }
    changes.add(
        switch (standing) {
          case RUNNING -> new PodChange.ContainerStarted(now.uid(), now.name(), now.id());
          case EXITED -> new PodChange.ContainerDied(now.uid(), now.name(), now.id());
          case UNSETTLED -> new PodChange.ContainerChanged(now.uid(), now.name(), now.id());
        });
  }

  /** One that was removed between two looks has died unseen. */
  private static void addEnd(ObservedContainer gone, List<PodChange> changes) {
    if (standing(gone) != Standing.EXITED) {
      changes.add(new PodChange.ContainerDied(gone.uid(), gone.name(), gone.id()));
    }
    changes.add(new PodChange.ContainerRemoved(gone.uid(), gone.name(), gone.id()));
  }

  private static Standing standing(ObservedContainer container) {
    return switch (container.condition()) {
      case ContainerCondition.Running _ -> Standing.RUNNING;
      case ContainerCondition.Exited _ -> Standing.EXITED;
      case ContainerCondition.Created _, ContainerCondition.Unknown _ -> Standing.UNSETTLED;
    };
  }
}
