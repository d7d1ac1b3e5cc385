package dev.jubelet.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.simulator.world.PodShapes;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.FaultPlan;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One pod is brought up, changed, replaced and removed, once for every call that our process makes
 * on the way; each time another one of these calls goes wrong.
 */
@Tag("long")
class KillMomentsScenarioTest {
  private static final Pod FIRST = pod("forever", 1);
  private static final Pod CHANGED = pod("stays", 1);
  private static final Pod SECOND = pod("forever", 2);
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(4);

  private static Pod pod(String image, int generation) {
    Pod shape =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: walk
              namespace: default
            spec:
              terminationGracePeriodSeconds: 5
              volumes:
              - name: data
                emptyDir: {}
              containers:
              - name: a
                image: localhost/IMAGE:1
                volumeMounts:
                - name: data
                  mountPath: /data
              - name: b
                image: localhost/slowstop:1
                volumeMounts:
                - name: data
                  mountPath: /data
            """
                .replace("IMAGE", image));
    return PodShapes.named(shape, "walk", generation);
  }

  private static ContainerScript script(String image) {
    return image.contains("slowstop")
        ? ContainerScript.forever().stoppingAfter(Duration.ofSeconds(2), 0)
        : ContainerScript.forever();
  }

  /** Counts the calls, and lets the one of a given number go wrong. */
  private static final class OneFault implements FaultPlan {
    private final int victim;
    private final Fault fault;
    private final List<OutsideCall> calls = new ArrayList<>();

    OneFault(int victim, Fault fault) {
      this.victim = victim;
      this.fault = fault;
    }

    @Override
    public Fault next(OutsideCall call) {
      calls.add(call);
      return calls.size() - 1 == victim ? fault : Fault.NONE;
    }
  }

  /**
   * @return what was called until the pod was gone
   */
  private static List<OutsideCall> walk(OneFault faults) {
    Scene scene =
        new Scene(faults, (sandbox, container) -> script(container.image().userSpecified()));
    scene.list(FIRST);
    scene.play(LONG_ENOUGH);
    scene.endsQuietly();
    scene.list(CHANGED);
    scene.play(LONG_ENOUGH);
    scene.endsQuietly();
    scene.replace(CHANGED, SECOND);
    scene.play(LONG_ENOUGH);
    scene.endsQuietly();
    scene.drop(SECOND);
    scene.play(LONG_ENOUGH);
    List<OutsideCall> calls = List.copyOf(faults.calls);
    // Remains that only their directories tell of are found by a sweep that comes every five
    // minutes.
    scene.play(Duration.ofMinutes(6));
    scene.endsQuietly();
    return calls;
  }

  record Mishap(String name, Fault fault) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Mishap> mishaps() {
    return List.of(
        new Mishap("our process dies before", Fault.CRASH_BEFORE),
        new Mishap("our process dies after", Fault.CRASH_AFTER),
        new Mishap("it fails before its effect", Fault.failBefore(FailureKind.INTERNAL)),
        new Mishap("the runtime is away for", Fault.failBefore(FailureKind.UNAVAILABLE)),
        new Mishap("lost is the answer of", Fault.failAfter(FailureKind.UNAVAILABLE)),
        new Mishap("it fails after its effect", Fault.failAfter(FailureKind.INTERNAL)),
        new Mishap(
            "it times out after its effect",
            new Fault.FailAfter(
                FailureKind.TIMED_OUT, "deadline exceeded", Duration.ofMinutes(2))));
  }

  @Test
  void theWalkTouchesEveryKindOfCallThatChangesTheNode() {
    List<OutsideCall> calls = walk(new OneFault(-1, Fault.NONE));
    assertThat(calls)
        .extracting(OutsideCall::operation)
        .contains(
            Operation.DIRECTORY_PREPARE,
            Operation.CGROUP_ENSURE,
            Operation.VOLUME_MOUNT,
            Operation.SANDBOX_RUN,
            Operation.CONTAINER_CREATE,
            Operation.CONTAINER_START,
            Operation.DIRECTORY_LINK_LOG,
            Operation.CONTAINER_STOP,
            Operation.SANDBOX_STOP,
            Operation.VOLUME_UNMOUNT_ALL,
            Operation.CGROUP_REMOVE,
            Operation.SANDBOX_REMOVE,
            Operation.DIRECTORY_REMOVE);
  }

  @ParameterizedTest
  @MethodSource("mishaps")
  void noMomentOfTheWalkIsABadOne(Mishap mishap) {
    List<OutsideCall> calls = walk(new OneFault(-1, Fault.NONE));
    List<String> broken = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      try {
        walk(new OneFault(i, mishap.fault()));
      } catch (BrokenInvariant why) {
        broken.add(mishap + " call " + i + ", " + calls.get(i) + ": " + why.getMessage());
      }
    }
    assertThat(broken).isEmpty();
  }
}
