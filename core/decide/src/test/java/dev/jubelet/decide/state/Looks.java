package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A pod "u" with one container "a", what a look at it may show, and the state that comes of it. */
final class Looks {
  static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  static final Pod POD =
      Pods.fromYaml(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: p-u, namespace: default, uid: u}
          spec:
            containers: [{name: a, image: "img:1"}]
          """);
  static final ObservedImage IMAGE =
      new ObservedImage("i", List.of(), List.of(), 1, null, "", false);

  private static final PodUid UID = new PodUid("u");

  private Looks() {}

  static Instant at(int second) {
    return T0.plusSeconds(second);
  }

  static Moment moment(int second) {
    return new Moment(at(second), at(second), 0, BackoffSchedule.STANDARD);
  }

  static PodState state(PodMemory memory, PodObservation seen) {
    return new PodState(
        new PodLifecycle.Syncing(POD), new ActualPodState(seen), memory, Map.of(), true, false);
  }

  static PodState after(PodState before, Action action, ActionResult result, int second) {
    PodEvent ended = new PodEvent.ActionEnded(action, result, T0, at(second));
    return before.next(ended, moment(second)).state();
  }

  static Action.CreateContainer create(int attempt) {
    return new Action.CreateContainer(
        POD, POD.spec().containers().getFirst(), attempt, sandbox(0, true), IMAGE, Map.of());
  }

  static ObservedSandbox sandbox(int attempt, boolean ready) {
    return new ObservedSandbox(
        new SandboxId("s" + attempt),
        "p-u",
        "default",
        UID,
        attempt,
        ready,
        T0,
        List.of("10.0.0.7"),
        NamespaceOptions.Mode.POD,
        "",
        Map.of(),
        Map.of());
  }

  static ObservedContainer container(String name, int attempt, ContainerCondition condition) {
    return container(name, attempt, condition, T0);
  }

  static ObservedContainer container(
      String name, int attempt, ContainerCondition condition, Instant createdAt) {
    return new ObservedContainer(
        new ContainerId(name + "-" + attempt),
        new SandboxId("s0"),
        UID,
        name,
        attempt,
        condition,
        createdAt,
        "img:1",
        "img:1",
        "img:1",
        "/logs/" + name,
        Map.of(),
        Map.of(),
        null,
        null);
  }

  static ContainerCondition created() {
    return new ContainerCondition.Created();
  }

  static ContainerCondition running() {
    return new ContainerCondition.Running(T0);
  }

  static ContainerCondition exited(int code, Instant at) {
    return new ContainerCondition.Exited(T0, at, code, "", "");
  }

  static PodObservation look(
      int second, List<ObservedSandbox> sandboxes, ObservedContainer... containers) {
    return new PodObservation(
        UID, new PodName("default", "p-u"), sandboxes, List.of(containers), at(second));
  }
}
