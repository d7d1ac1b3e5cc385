package dev.jubelet.engine.watch;

import static dev.jubelet.testkit.fault.Operation.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeRelistTest {
  private static final PodUid U = new PodUid("u");
  private final Bench bench = new Bench();
  private final PodActuator actuator = bench.services(_ -> {}).actuator();
  private final RuntimeRelist look =
      new RuntimeRelist(bench.runtime.runtime(), bench.directories, bench.time);

  private static Pod pod(String uid, String policy) {
    return Bench.pod(
        "p-" + uid,
        uid,
        "containers: [{name: a, image: \"img:1\", terminationMessagePolicy: " + policy + "}]");
  }

  private Outcome perform(Action action) {
    ActionResult result = actuator.perform(action);
    bench.outside.drainLatency();
    if (result instanceof ActionResult.Done done) {
      return done.outcome();
    }
    throw new AssertionError(result.toString());
  }

  private ObservedSandbox sandbox(Pod pod) {
    return perform(new Action.RunSandbox(pod, 0)) instanceof Outcome.SandboxRan ran
        ? ran.sandbox()
        : fail();
  }

  private static ObservedSandbox fail() {
    throw new AssertionError("no sandbox");
  }

  /** A pod with one started container. */
  private ContainerId started(Pod pod, ContainerScript script) {
    bench.image("img:1", script);
    ObservedSandbox sandbox = sandbox(pod);
    perform(
        new Action.CreateContainer(
            pod,
            pod.spec().containers().getFirst(),
            0,
            sandbox,
            bench.runtime.image("img:1"),
            Map.of()));
    ObservedContainer created =
        bench.runtime.allContainers().stream()
            .filter(c -> c.uid().equals(pod.uid()))
            .findFirst()
            .orElseThrow();
    perform(new Action.StartContainer(pod, created));
    bench.takeCalls();
    return created.id();
  }

  private ContainerId started(ContainerScript script) {
    return started(pod("u", "File"), script);
  }

  private ContainerCondition condition() {
    return look.at(U).newest("a").orElseThrow().condition();
  }

  private String message() {
    return condition() instanceof ContainerCondition.Exited exited ? exited.message() : "runs";
  }

  @Test
  void emptyRuntimeIsTwoCalls() {
    assertThat(look.atAll()).isEmpty();
    assertThat(bench.takeCalls()).containsExactly(SANDBOX_LIST, CONTAINER_LIST);
  }

  @Test
  void detailsAreAskedForOnce() {
    started(ContainerScript.forever());
    look.atAll();
    assertThat(bench.takeCalls())
        .containsExactly(SANDBOX_LIST, CONTAINER_LIST, SANDBOX_STATUS, CONTAINER_STATUS);
    look.atAll();
    assertThat(bench.takeCalls()).as("at rest").containsExactly(SANDBOX_LIST, CONTAINER_LIST);
  }

  @Test
  void lookAtOnePodUsesWhatIsKnownToo() {
    started(ContainerScript.forever());
    look.atAll();
    bench.takeCalls();
    PodObservation seen = look.at(U);
    assertThat(bench.takeCalls()).containsExactly(SANDBOX_LIST, CONTAINER_LIST);
    assertThat(seen.newestSandbox().orElseThrow().ips()).as("a detail of a status").hasSize(1);
  }

  @Test
  void changeIsAskedForOnce() {
    ContainerId id = started(ContainerScript.forever());
    look.atAll();
    bench.runtime.exitContainer(id, 3);
    bench.takeCalls();
    look.atAll();
    assertThat(bench.takeCalls())
        .containsExactly(SANDBOX_LIST, CONTAINER_LIST, CONTAINER_STATUS, DIRECTORY_READ);
    look.atAll();
    assertThat(bench.takeCalls()).containsExactly(SANDBOX_LIST, CONTAINER_LIST);
    assertThat(condition())
        .isInstanceOfSatisfying(
            ContainerCondition.Exited.class, exited -> assertThat(exited.exitCode()).isEqualTo(3));
  }

  @Test
  void sandboxThatDiedIsKnownWithoutAsking() {
    started(ContainerScript.forever());
    look.atAll();
    bench.runtime.breakSandbox(look.at(U).newestSandbox().orElseThrow().id());
    bench.takeCalls();
    assertThat(look.at(U).newestSandbox().orElseThrow().ready()).isFalse();
    assertThat(bench.takeCalls()).containsExactly(SANDBOX_LIST, CONTAINER_LIST);
  }

  @Test
  void containerKnowsItsSandboxAlthoughTheStatusDoesNotNameIt() {
    started(ContainerScript.forever());
    PodObservation seen = look.at(U);
    assertThat(seen.newest("a").orElseThrow().sandbox())
        .isEqualTo(seen.newestSandbox().orElseThrow().id());
  }

  @Test
  void lookIsAsOldAsItsBeginning() {
    started(ContainerScript.forever());
    bench.faults.once(SANDBOX_LIST, Fault.slow(Duration.ofSeconds(9)));
    assertThat(look.at(U).takenAt()).isEqualTo(bench.time.now());
  }

  @Test
  void podThatIsNotThereIsSeenAsNothing() {
    PodObservation nothing = look.at(new PodUid("nobody"));
    assertThat(nothing.isEmpty()).isTrue();
    assertThat(nothing.uid()).isEqualTo(new PodUid("nobody"));
  }

  @Test
  void lookAtOnePodShowsNoOther() {
    started(pod("u", "File"), ContainerScript.forever());
    started(pod("v", "File"), ContainerScript.forever());
    assertThat(look.at(U).containers()).extracting(ObservedContainer::uid).containsOnly(U);
    assertThat(look.atAll()).hasSize(2);
  }

  @Test
  void containerThatVanishedBetweenListAndStatusIsNotSeen() {
    ContainerId id = started(ContainerScript.forever());
    bench.outside.faults(call -> {
      if (call.operation() == Operation.CONTAINER_STATUS) {
        bench.outside.faults(_ -> Fault.NONE);
        bench.runtime.runtime().containers().remove(id);
      }
      return Fault.NONE;
    });
    assertThat(look.at(U).containers()).isEmpty();
  }

  @Test
  void runtimeThatIsAwayCannotBeLookedAt() {
    bench.runtime.setAvailable(false);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(look::atAll)
        .returns(FailureKind.UNAVAILABLE, OutsideFailure::kind);
  }

  @Test
  void messageComesFromTheFileOfTheContainer() {
    started(ContainerScript.crashes(1).writing("/dev/termination-log", "out of luck"));
    assertThat(message()).isEqualTo("out of luck");
  }

  @Test
  void messageOfSuccessCountsToo() {
    started(ContainerScript.crashes(0).writing("/dev/termination-log", "all is well"));
    assertThat(message()).isEqualTo("all is well");
  }

  @Test
  void messageHasFourKibibytesAtMost() {
    started(ContainerScript.crashes(1).writing("/dev/termination-log", "x".repeat(5000)));
    assertThat(message()).hasSize(4096);
  }

  @Test
  void logIsNotReadUnlessAskedFor() {
    started(pod("u", "File"), ContainerScript.crashes(1).printing("boom\n"));
    assertThat(message()).isEmpty();
  }

  @Test
  void messageComesFromTheLogWhereAskedFor() {
    started(pod("u", "FallbackToLogsOnError"), ContainerScript.crashes(1).printing("boom\n"));
    assertThat(message()).isEqualTo("boom\n");
  }

  @Test
  void fileComesBeforeTheLog() {
    started(
        pod("u", "FallbackToLogsOnError"),
        ContainerScript.crashes(1).printing("boom\n").writing("/dev/termination-log", "the file"));
    assertThat(message()).isEqualTo("the file");
  }

  @Test
  void logOfSuccessIsNotAMessage() {
    started(pod("u", "FallbackToLogsOnError"), ContainerScript.crashes(0).printing("fine\n"));
    assertThat(message()).isEmpty();
  }

  @Test
  void logHasTwoKibibytesAtMost() {
    started(
        pod("u", "FallbackToLogsOnError"),
        ContainerScript.crashes(1).printing("x".repeat(3000) + "\n"));
    assertThat(message()).hasSize(2048);
  }

  @Test
  void logThatCannotBeReadDoesNotHideTheNode() {
    started(pod("u", "FallbackToLogsOnError"), ContainerScript.crashes(1).printing("boom\n"));
    bench.faults.always(DIRECTORY_READ, Fault.failBefore(FailureKind.INTERNAL));
    assertThat(look.atAll()).hasSize(1);
    assertThat(condition()).isInstanceOf(ContainerCondition.Exited.class);
  }
}
