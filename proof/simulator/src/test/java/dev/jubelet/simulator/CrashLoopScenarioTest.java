package dev.jubelet.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.simulator.world.PodShapes;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.fault.FaultPlan;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A container that ends at once, on an undisturbed node where nothing else takes long. */
class CrashLoopScenarioTest {
  /** Kubernetes: the first restart comes at once, then ten seconds doubling up to five minutes. */
  private static final List<Integer> DELAYS = List.of(0, 10, 20, 40, 80, 160, 300, 300, 300);

  private static final Pod LOOP =
      PodShapes.named(
          Pods.fromYaml(
              """
              apiVersion: v1
              kind: Pod
              metadata:
                name: loop
                namespace: default
              spec:
                restartPolicy: Always
                containers:
                - name: main
                  image: localhost/crash:1
              """),
          "loop",
          1);

  private static Scene crashing() {
    return new Scene(FaultPlan.NONE, (pod, container) -> ContainerScript.crashes(1));
  }

  /** Seconds from each exit to the start after it. */
  private static List<Integer> pauses(Scene scene) {
    List<Duration> starts = scene.moments("CONTAINER_STARTED");
    List<Duration> exits = scene.moments("CONTAINER_EXITED");
    List<Integer> pauses = new ArrayList<>();
    for (int i = 1; i < starts.size(); i++) {
      Duration pause = starts.get(i).minus(exits.get(i - 1));
      // An event, a look, the image, the new instance: each has its own latency before the start.
      Duration latencies = pause.minusSeconds(pause.toSeconds());
      assertThat(latencies).isLessThanOrEqualTo(Scene.LATENCY.multipliedBy(4));
      pauses.add((int) pause.toSeconds());
    }
    return pauses;
  }

  @Test
  void followsTheBackoffOfKubernetesExactly() {
    Scene scene = crashing();
    scene.list(LOOP);
    scene.play(Duration.ofSeconds(DELAYS.stream().mapToInt(d -> d).sum() + 1));
    assertThat(pauses(scene)).isEqualTo(DELAYS);
  }

  @Test
  void showsEveryWaitInTheWordsOfKubernetes() {
    Scene scene = crashing();
    scene.list(LOOP);
    List<String> waits = List.of("10s", "20s", "40s", "1m20s", "2m40s", "5m0s", "5m0s");
    scene.play(Duration.ofSeconds(1));
    for (int i = 0; i < waits.size(); i++) {
      ContainerStatus main = scene.container(LOOP);
      assertThat(main.restartCount()).as("before wait %d", i).isEqualTo(i + 1);
      assertThat(main.state().waiting())
          .isEqualTo(
              new ContainerStateWaiting(
                  "CrashLoopBackOff",
                  "back-off "
                      + waits.get(i)
                      + " restarting failed container=main pod=loop_default(loop-uid-1)"));
      ContainerStateTerminated last = Objects.requireNonNull(main.lastState().terminated());
      assertThat(last.exitCode()).isEqualTo(1);
      assertThat(last.reason()).isEqualTo("Error");
      assertThat(last.finishedAt()).isNotNull();
      scene.play(Duration.ofSeconds(DELAYS.get(i + 1)));
    }
  }

  @Test
  void goesOnWithTheBackoffAfterOurProcessWasKilledInTheMiddleOfIt() {
    for (int wait = 1; wait < DELAYS.size() - 1; wait++) {
      Scene scene = crashing();
      scene.list(LOOP);
      int before = DELAYS.subList(0, wait).stream().mapToInt(d -> d).sum();
      scene.play(Duration.ofSeconds(before + DELAYS.get(wait) / 2));
      scene.world.processDies();
      scene.play(Duration.ofSeconds(2));
      ContainerStateWaiting shown = scene.container(LOOP).state().waiting();
      assertThat(shown).as("killed in wait %d", wait).isNotNull();
      assertThat(Objects.requireNonNull(shown).reason()).isEqualTo("CrashLoopBackOff");
      scene.play(Duration.ofSeconds(DELAYS.get(wait) + DELAYS.get(wait + 1)));
      assertThat(pauses(scene)).as("killed in wait %d", wait).startsWith(toArray(wait + 2));
    }
  }

  private static Integer[] toArray(int count) {
    return DELAYS.subList(0, count).toArray(Integer[]::new);
  }

  @Test
  void startsAtOnceWhatWasDueWhileOurProcessWasAway() {
    Scene scene = crashing();
    scene.list(LOOP);
    scene.play(Duration.ofSeconds(10 + 20 + 39).plusMillis(500));
    scene.world.processDies();
    scene.play(Duration.ofSeconds(2));
    // It was away from 39.5 s to 40.5 s of a wait of 40 s.
    assertThat(scene.moments("CONTAINER_STARTED").getLast())
        .isBetween(Duration.ofMillis(70_500), Duration.ofMillis(70_520));
  }

  @Test
  void forgetsTheBackoffAfterTenMinutesOfGoodRunning() {
    Scene scene =
        new Scene(
            FaultPlan.NONE,
            (pod, container) ->
                container.attempt() == 4
                    ? ContainerScript.exits(1, Duration.ofSeconds(601))
                    : ContainerScript.crashes(1));
    scene.list(LOOP);
    scene.play(Duration.ofSeconds(70 + 601 + 31));
    assertThat(pauses(scene)).containsExactly(0, 10, 20, 40, 0, 10, 20);
  }

  @Test
  void keepsTheBackoffAfterLessThanTenMinutesOfGoodRunning() {
    Scene scene =
        new Scene(
            FaultPlan.NONE,
            (pod, container) ->
                container.attempt() == 4
                    ? ContainerScript.exits(1, Duration.ofSeconds(599))
                    : ContainerScript.crashes(1));
    scene.list(LOOP);
    scene.play(Duration.ofSeconds(70 + 599 + 81));
    assertThat(pauses(scene)).containsExactly(0, 10, 20, 40, 80);
  }

  @Test
  void waitsTheSameWhateverTheClockOnTheWallIsSetTo() {
    Scene scene = crashing();
    scene.list(LOOP);
    for (int i = 0; i < 8; i++) {
      scene.play(Duration.ofSeconds(90));
      scene.world.clock.step(Duration.ofHours(i % 2 == 0 ? 3 : -5));
    }
    scene.play(Duration.ofSeconds(DELAYS.stream().mapToInt(d -> d).sum() + 1 - 8 * 90));
    assertThat(pauses(scene)).isEqualTo(DELAYS);
  }
}
