package dev.jubelet.engine.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.TestObservations;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How steps are done, and what is said when they fail. */
class PodActuatorTest {
  private final Bench bench = new Bench();
  private final PodActuator actuator = bench.services(_ -> {}).actuator();

  private static Pod pulling(String policy) {
    return Bench.pod(
        "p", "u", "containers: [{name: a, image: \"img:1\", imagePullPolicy: " + policy + "}]");
  }

  private ActionResult image(String policy) {
    Pod pod = pulling(policy);
    return actuator.perform(new Action.EnsureImage(pod, pod.spec().containers().getFirst()));
  }

  private static String reason(ActionResult result) {
    return result instanceof ActionResult.Failed failed ? failed.waitingReason().reason() : "done";
  }

  @Test
  void presentImageIsOneQuestion() {
    bench.image("img:1");
    assertThat(reason(image("IfNotPresent"))).isEqualTo("done");
    assertThat(bench.takeCalls()).containsExactly(Operation.IMAGE_STATUS);
  }

  @Test
  void absentImageIsPulled() {
    bench.runtime.pullable("img:1");
    assertThat(reason(image("IfNotPresent"))).isEqualTo("done");
    assertThat(bench.takeCalls())
        .containsExactly(Operation.IMAGE_STATUS, Operation.IMAGE_PULL, Operation.IMAGE_STATUS);
  }

  @Test
  void policyAlwaysPullsWhatIsPresentToo() {
    bench.image("img:1").runtime.pullable("img:1");
    assertThat(reason(image("Always"))).isEqualTo("done");
    assertThat(bench.takeCalls()).containsExactly(Operation.IMAGE_PULL, Operation.IMAGE_STATUS);
  }

  @Test
  void policyNeverDoesNotPull() {
    bench.runtime.pullable("img:1");
    assertThat(reason(image("Never"))).isEqualTo("ErrImageNeverPull");
    assertThat(bench.takeCalls()).containsExactly(Operation.IMAGE_STATUS);
  }

  @Test
  void failedPullIsErrImagePull() {
    assertThat(reason(image("Always"))).isEqualTo("ErrImagePull");
  }

  @Test
  void nameThatNoRuntimeUnderstandsIsInvalid() {
    bench.faults.once(Operation.IMAGE_PULL, Fault.failBefore(FailureKind.BAD_SPEC));
    assertThat(reason(image("Always"))).isEqualTo("InvalidImageName");
  }

  @Test
  void sandboxIsReadBackWithItsAddress() {
    Pod pod = pulling("Never");
    assertThat(actuator.perform(new Action.RunSandbox(pod, 0)))
        .isInstanceOfSatisfying(
            ActionResult.Done.class,
            done ->
                assertThat(done.outcome())
                    .isInstanceOfSatisfying(
                        Outcome.SandboxRan.class,
                        ran -> assertThat(ran.sandbox().ips()).hasSize(1)));
  }

  @Test
  void refusedContainerNamesTheImagesAmongItsVolumes() {
    Pod pod =
        Bench.pod(
            "p",
            "u",
            """
            containers: [{name: a, image: "img:1", volumeMounts: [{name: data, mountPath: /d}]}]
            volumes: [{name: data, image: {reference: "img:2"}}]
            """);
    bench.faults.once(Operation.CONTAINER_CREATE, Fault.failBefore(FailureKind.INTERNAL));
    Action create =
        new Action.CreateContainer(
            pod,
            pod.spec().containers().getFirst(),
            0,
            TestObservations.sandbox(0, true),
            new ObservedImage("img:1", List.of(), List.of(), 1, null, "", false),
            Map.of("data", "img:2"));
    assertThat(actuator.perform(create))
        .isInstanceOfSatisfying(
            ActionResult.Failed.class,
            failed ->
                assertThat(failed.waitingReason().message())
                    .endsWith(
                        "(volume \"data\" is image \"img:2\","
                            + " which takes containerd 2.1 or CRI-O 1.33)"));
  }

  @Test
  void stopOfAnUnknownContainerSucceedsAndShowsNothing() {
    Action stop =
        new Action.StopContainer(
            TestObservations.container("a", 0, TestObservations.running()),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            false);
    assertThat(actuator.perform(stop)).isEqualTo(ActionResult.done(new Outcome.ContainerNow(null)));
  }

  @Test
  void bugOnTheWayIsAFailureLikeAnyOther() {
    Action stop =
        new Action.StopContainer(
            TestObservations.container("a", 0, TestObservations.running()),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            false);
    bench.outside.faults(_ -> {
      throw new IllegalStateException("bug");
    });
    assertThat(actuator.perform(stop))
        .isInstanceOfSatisfying(
            ActionResult.Failed.class,
            failed -> {
              assertThat(failed.failure()).isEqualTo(ActionResult.Failure.BROKEN);
              assertThat(failed.waitingReason().reason()).isEqualTo("FailedKillPod");
              assertThat(failed.waitingReason().message()).contains("bug");
            });
  }

  /** Only a clear refusal is sure not to have happened. */
  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void outcomeIsUnknownUnlessItWasRefused(FailureKind kind) {
    boolean refused =
        kind == FailureKind.BAD_SPEC
            || kind == FailureKind.DENIED
            || kind == FailureKind.UNIMPLEMENTED;
    assertThat(
            new ActionResult.Failed(ActionFailures.failure(kind), new WaitingReason("R", "m"))
                .outcomeUnknown())
        .isEqualTo(!refused);
  }

  @ParameterizedTest
  @CsvSource({
    "UNAVAILABLE, true",
    "TIMED_OUT, true",
    "ALREADY_EXISTS, true",
    "NOT_FOUND, true",
    "BAD_SPEC, false",
    "EXHAUSTED, false",
    "DENIED, false",
    "UNIMPLEMENTED, false",
    "INTERNAL, false",
  })
  void whatMayPassSoonIsTriedAgainSoon(FailureKind kind, boolean soon) {
    assertThat(ActionFailures.failure(kind).passesSoon()).isEqualTo(soon);
  }
}
