package dev.jubelet.engine.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the cluster hears of a pod, in the words that tools match. */
class PodWorkerEventsTest {
  private static final PodUid U = new PodUid("u");
  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;

  private static Pod pod() {
    return Bench.pod("p", "u", "containers: [{name: a, image: \"img:1\"}]");
  }

  @Test
  void pulledPodTellsEveryStepAndItsEnd() {
    bench.runtime.pullable("img:1", Duration.ofSeconds(1));
    PodWorker worker = rig.up(pod());
    bench.advanceSeconds(2);
    worker.tell(rig.ending(5, false));
    bench.run();
    assertThat(bench.journal.announced())
        .satisfiesExactly(
            said ->
                assertThat(said)
                    .isEqualTo("Normal Pulling spec.containers{a}: Pulling image \"img:1\""),
            said ->
                assertThat(said)
                    .startsWith(
                        "Normal Pulled spec.containers{a}: Successfully pulled image \"img:1\" in"),
            said ->
                assertThat(said).isEqualTo("Normal Created spec.containers{a}: Container created"),
            said ->
                assertThat(said).isEqualTo("Normal Started spec.containers{a}: Container started"),
            said ->
                assertThat(said)
                    .isEqualTo("Normal Killing spec.containers{a}: Stopping container a"));
  }

  @Test
  void crashLoopBacksOffOncePerCrash() {
    bench.image("img:1", ContainerScript.crashes(1));
    PodWorker worker = rig.up(pod());
    rig.show(worker, U);
    bench.advanceSeconds(1);
    rig.show(worker, U);
    rig.show(worker, U);
    String backOff =
        "Warning BackOff spec.containers{a}: Back-off restarting failed container a in pod"
            + " p_default(u)";
    assertThat(bench.journal.announced()).containsOnlyOnce(backOff);
  }

  @Test
  void imageThatCannotBePulledIsTold() {
    PodWorker worker = rig.up(pod());
    bench.advanceSeconds(1);
    rig.show(worker, U);
    assertThat(bench.journal.announced())
        .anyMatch(said ->
            said.startsWith("Warning Failed spec.containers{a}: Failed to pull image \"img:1\": "))
        .contains(
            "Warning Failed spec.containers{a}: Error: ErrImagePull",
            "Normal BackOff spec.containers{a}: Back-off pulling image \"img:1\"",
            "Warning Failed spec.containers{a}: Error: ImagePullBackOff");
  }

  @Test
  void failedSandboxAndItsSuccessorAreTold() {
    bench.image("img:1");
    bench.faults.once(
        Operation.SANDBOX_RUN,
        new Fault.FailBefore(FailureKind.INTERNAL, "no network", Duration.ZERO));
    rig.up(pod());
    assertThat(bench.journal.announced())
        .contains("Warning FailedCreatePodSandBox : Failed to create pod sandbox: no network");
  }

  @Test
  void podThatClaimsDevicesWaitsAndSaysWhy() {
    bench.image("img:1");
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            resourceClaims: [{name: gpu, resourceClaimName: mine}]
            containers: [{name: a, image: "img:1", resources: {claims: [{name: gpu}]}}]
            """));
    bench.advanceSeconds(60);
    assertThat(bench.running(U)).isZero();
    assertThat(bench.takeCalls()).doesNotContain(Operation.SANDBOX_RUN);
    assertThat(bench.journal.announced())
        .anyMatch(said ->
            said.startsWith(
                "Warning FailedPrepareDynamicResources : Failed to prepare dynamic resources: "));
  }

  @Test
  void failedMountIsToldWithoutOurOwnWords() {
    bench.image("img:1");
    bench.faults.once(
        Operation.VOLUME_MOUNT,
        new Fault.FailBefore(FailureKind.INTERNAL, "disk on fire", Duration.ZERO));
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            volumes: [{name: data, emptyDir: {}}]
            containers:
            - {name: a, image: "img:1", volumeMounts: [{name: data, mountPath: /data}]}
            """));
    assertThat(bench.journal.announced())
        .contains(
            "Warning FailedMount : MountVolume.SetUp failed for volume \"data\" : disk on fire");
  }

  @Test
  void containersThatCannotBeMadeOrStartedAreTold() {
    bench.image("img:1");
    bench.faults.once(
        Operation.CONTAINER_START,
        new Fault.FailBefore(FailureKind.INTERNAL, "no such program", Duration.ZERO));
    rig.up(pod());
    assertThat(bench.journal.announced())
        .contains(
            "Normal Created spec.containers{a}: Container created",
            "Warning Failed spec.containers{a}: Error: no such program");
  }
}
