package dev.jubelet.engine.timeline;

import dev.jubelet.decide.probe.ProbeKey;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.timeline.StartPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a pod waits for while none of its own steps is under way: an init container at work, a hook
 * that sleeps, a probe that has not passed.
 */
record StartWait(
    String name, String container, ContainerId instance, StartPhase phase, String why) {

  String key() {
    return name + " " + instance;
  }

  static List<StartWait> of(PodView view, Set<ProbeKey> unpassed, Instant now) {
    List<StartWait> pauses = new ArrayList<>();
    if (view.lifecycle() instanceof PodLifecycle.Syncing syncing) {
      for (ObservedContainer seen : view.observed().containers()) {
        if (seen.running()) {
          runs(syncing, seen, pauses);
          sleeps(view, seen, now, pauses);
        }
      }
      for (ProbeKey key : unpassed) {
        String word = key.kind().wire().toLowerCase(Locale.ROOT) + " probe";
        pauses.add(
            new StartWait(
                word, key.container(), key.instance(), StartPhase.PROBES, "it has to pass"));
      }
    }
    return pauses;
  }

  private static void runs(
      PodLifecycle.Syncing syncing, ObservedContainer seen, List<StartWait> pauses) {
    for (Container init : syncing.pod().spec().initContainers()) {
      if (init.name().equals(seen.name()) && !init.isSidecar()) {
        pauses.add(
            new StartWait(
                "run", seen.name(), seen.id(), StartPhase.START, "others start after its end"));
      }
    }
  }

  private static void sleeps(
      PodView view, ObservedContainer seen, Instant now, List<StartWait> pauses) {
    if (view.memory().instance(seen.id()).postStart() instanceof Hook.Sleeping hook
        && hook.pending(now)) {
      pauses.add(
          new StartWait(
              "postStart sleep", seen.name(), seen.id(), StartPhase.HOOKS, "its hook says so"));
    }
  }

  /** How it was over, by what is seen now. */
  String outcome(PodView view) {
    return view.observed().containers().stream()
        .filter(seen -> seen.id().equals(instance))
        .findFirst()
        .map(seen ->
            switch (seen.condition()) {
              case ContainerCondition.Exited exited -> "exit code " + exited.exitCode();
              case ContainerCondition.Running _ ->
                  phase == StartPhase.PROBES ? "passed" : StartRecord.DONE;
              case ContainerCondition.Created _, ContainerCondition.Unknown _ ->
                  "its container does not run";
            })
        .orElse("its container is gone");
  }
}
