package dev.jubelet.decide.plan;

import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Setback;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Which containers wait in crash back-off, in Kubernetes' words. */
public final class CrashLoop {
  private CrashLoop() {}

  /** The containers of a living pod that wait for their next start, and why. */
  public static Map<String, Setback> waiting(PodView view, Instant now) {
    if (!(view.lifecycle() instanceof PodLifecycle.Syncing)) {
      return Map.of();
    }
    Roster roster = Roster.of(view);
    Map<String, Setback> waiting = new LinkedHashMap<>();
    Stream.concat(roster.inits().stream(), roster.mains().stream())
        .filter(container -> isWaiting(view, roster, container, now))
        .forEach(container ->
            waiting.put(
                container.name(),
                new Setback("CrashLoopBackOff", message(view, roster.pod(), container))));
    return waiting;
  }

  private static boolean isWaiting(PodView view, Roster roster, Container container, Instant now) {
    ObservedContainer newest = roster.newest(container);
    return newest != null
        && newest.condition() instanceof ContainerCondition.Exited
        && RestartRule.shouldRun(roster.pod(), container, newest)
        && ContainerStep.notBefore(view, container, newest).isAfter(now);
  }

  static String message(PodView view, Pod pod, Container container) {
    Backoff backoff = view.memory().container(container.name()).crash();
    long seconds = backoff == null ? 0 : backoff.delay().toSeconds();
    return "back-off "
        + (seconds >= 60 ? seconds / 60 + "m" + seconds % 60 + "s" : seconds + "s")
        + " restarting failed container="
        + container.name()
        + " pod="
        + pod.metadata().name()
        + "_"
        + pod.metadata().namespace()
        + "("
        + pod.uid()
        + ")";
  }
}
