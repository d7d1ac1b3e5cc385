package dev.jubelet.engine.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.testkit.Pods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StatusPublisherTest {
  private final Bench bench = new Bench();
  private final List<String> shown = new ArrayList<>();
  private int seconds;
  private final StatusPublisher publisher =
      new StatusPublisher(
          new StatusSink() {
            @Override
            public void publish(Pod pod, PodStatus status) {
              shown.add(pod.uid() + " " + status.phase().wire());
              bench.outside.spend(Duration.ofSeconds(seconds));
            }

            @Override
            public void release(Pod pod) {
              shown.add("release " + pod.uid());
            }

            @Override
            public void forget(PodUid uid) {
              shown.add("forget " + uid);
            }
          },
          bench.effects,
          bench.time);

  private static Pod pod(String uid, String phase) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p-%s, uid: %s}
        spec: {containers: [{name: a, image: img}]}
        status: {phase: %s}
        """
            .formatted(uid, uid, phase));
  }

  private void publish(String uid, String phase) {
    Pod pod = pod(uid, phase);
    publisher.publish(pod, pod.status());
  }

  @Test
  void statusIsShown() {
    publish("u", "Pending");
    bench.run();
    assertThat(shown).containsExactly("u Pending");
  }

  @Test
  void statusesComeInTheirOrder() {
    publish("u", "Pending");
    bench.run();
    publish("u", "Running");
    bench.run();
    assertThat(shown).containsExactly("u Pending", "u Running");
  }

  @Test
  void onlyTheNewestIsShownWhileAnotherIsUnderWay() {
    seconds = 5;
    publish("u", "Pending");
    bench.advanceSeconds(1);
    publish("u", "Running");
    publish("u", "Failed");
    publish("u", "Succeeded");
    bench.advanceSeconds(60);
    assertThat(shown).containsExactly("u Pending", "u Succeeded");
  }

  @Test
  void oneAtATimeForEachPod() {
    seconds = 5;
    publish("u", "Pending");
    bench.advanceSeconds(1);
    publish("u", "Running");
    bench.advanceSeconds(3);
    assertThat(shown).containsExactly("u Pending");
    bench.advanceSeconds(1);
    assertThat(shown).containsExactly("u Pending", "u Running");
  }

  @Test
  void podsDoNotWaitForEachOther() {
    seconds = 5;
    publish("u", "Pending");
    publish("v", "Running");
    bench.run();
    assertThat(shown).containsExactlyInAnyOrder("u Pending", "v Running");
  }

  @Test
  void lastStatusIsShownBeforeThePodIsForgotten() {
    seconds = 5;
    publish("u", "Pending");
    bench.advanceSeconds(1);
    publish("u", "Succeeded");
    publisher.forget(new PodUid("u"));
    bench.advanceSeconds(60);
    assertThat(shown).containsExactly("u Pending", "u Succeeded", "forget u");
  }

  @Test
  void podMayGoOnlyAfterItsLastStatusHasArrived() {
    seconds = 5;
    publish("u", "Running");
    bench.advanceSeconds(1);
    publisher.release(pod("u", "Running"));
    publish("u", "Failed");
    bench.advanceSeconds(60);
    assertThat(shown).containsExactly("u Running", "u Failed", "release u");
  }

  @Test
  void statusIsToldOnceMoreWhenAsked() {
    publish("u", "Running");
    bench.run();
    publisher.again(new PodUid("u"));
    publisher.again(new PodUid("v"));
    bench.run();
    assertThat(shown).containsExactly("u Running", "u Running");
  }

  @Test
  void statusThatIsUnderWayIsToldOnceMoreWhenAsked() {
    seconds = 5;
    publish("u", "Running");
    bench.advanceSeconds(1);
    publisher.again(new PodUid("u"));
    bench.advanceSeconds(60);
    assertThat(shown).containsExactly("u Running", "u Running");
  }

  @Test
  void podOfTheSameUidCanComeBack() {
    publisher.forget(new PodUid("u"));
    bench.run();
    publish("u", "Pending");
    bench.run();
    assertThat(shown).containsExactly("forget u", "u Pending");
  }

  @Test
  void whatTheSinkRefusedIsSentAgainUntilItArrives() {
    List<String> told = new ArrayList<>();
    StatusSink sink =
        new StatusSink() {
          private boolean failed;

          @Override
          public void publish(Pod pod, PodStatus status) {
            if (!failed) {
              failed = true;
              throw new OutsideFailure(FailureKind.UNAVAILABLE, "the API server is away");
            }
            told.add(Objects.requireNonNull(status.phase()).wire());
          }

          @Override
          public void forget(PodUid uid) {}
        };
    StatusPublisher strict = new StatusPublisher(sink, bench.effects, bench.time);
    Pod pending = pod("u", "Pending");
    strict.publish(pending, pending.status());
    bench.time.advance(Duration.ofMillis(500));
    assertThat(told).isEmpty();
    bench.time.advance(Duration.ofSeconds(1));
    assertThat(told).containsExactly("Pending");
    Pod running = pod("u", "Running");
    strict.publish(running, running.status());
    bench.time.runDue();
    assertThat(told).containsExactly("Pending", "Running");
  }

  /** Fails until told otherwise, and counts how often it was asked. */
  private static class AwayThenBack implements StatusSink {
    private boolean away = true;
    private int asked;
    private final List<String> told = new ArrayList<>();

    private void tell(String what) {
      asked++;
      if (away) {
        throw new OutsideFailure(FailureKind.UNAVAILABLE, "the API server is away");
      }
      told.add(what);
    }

    @Override
    public void publish(Pod pod, PodStatus status) {
      tell(Objects.requireNonNull(status.phase()).wire());
    }

    @Override
    public void release(Pod pod) {
      tell("release");
    }

    @Override
    public void forget(PodUid uid) {
      tell("forget");
    }
  }

  @Test
  void everythingArrivesInItsOrderAfterAnOutage() {
    AwayThenBack sink = new AwayThenBack();
    StatusPublisher strict = new StatusPublisher(sink, bench.effects, bench.time);
    Pod failed = pod("u", "Failed");
    strict.publish(failed, failed.status());
    strict.release(failed);
    strict.forget(failed.uid());
    bench.time.advance(Duration.ofMinutes(2));
    assertThat(sink.told).isEmpty();
    assertThat(sink.asked).as("pauses grow").isLessThan(40);
    sink.away = false;
    strict.retryNow();
    bench.time.runDue();
    assertThat(sink.told).containsExactly("Failed", "release", "forget");
  }

  @Test
  void podThatComesBackIsToldOfAfterTheEarlierOneIsForgotten() {
    AwayThenBack sink = new AwayThenBack();
    StatusPublisher strict = new StatusPublisher(sink, bench.effects, bench.time);
    Pod running = pod("u", "Running");
    strict.forget(running.uid());
    bench.time.runDue();
    strict.publish(running, running.status());
    sink.away = false;
    bench.time.advance(Duration.ofMinutes(1));
    assertThat(sink.told).containsExactly("forget", "Running");
  }

  @Test
  void podThatIsBeingForgottenIsNotToldOfOnceMore() {
    AtomicReference<StatusPublisher> strict = new AtomicReference<>();
    Pod running = pod("u", "Running");
    AwayThenBack sink =
        new AwayThenBack() {
          @Override
          public void forget(PodUid uid) {
            super.forget(uid);
            // As when its mirror is seen to change while it is taken away.
            Objects.requireNonNull(strict.get()).again(uid);
          }
        };
    sink.away = false;
    StatusPublisher telling = new StatusPublisher(sink, bench.effects, bench.time);
    strict.set(telling);
    telling.publish(running, running.status());
    bench.time.runDue();
    telling.forget(running.uid());
    bench.time.advance(Duration.ofMinutes(1));
    assertThat(sink.told).containsExactly("Running", "forget");
  }

  private static Pod waiting(String uid, String reason) {
    return waiting(uid, reason, "");
  }

  private static Pod waiting(String uid, String reason, String container) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p-%s, uid: %s}
        spec: {containers: [{name: a, image: img}]}
        status:
          phase: Pending
          containerStatuses: [{name: a, containerID: '%s', state: {waiting: {reason: %s}}}]
        """
            .formatted(uid, uid, container, reason));
  }

  private StatusPublisher patient(AwayThenBack sink) {
    sink.away = false;
    return new StatusPublisher(sink, bench.effects, bench.time, Duration.ofMillis(500));
  }

  @Test
  void podThatRunsSoonIsToldOfWhenItBeginsAndWhenItRuns() {
    AwayThenBack sink = new AwayThenBack();
    StatusPublisher patient = patient(sink);
    Pod made = waiting("u", "ContainerCreating");
    patient.publish(made, made.status());
    bench.time.runDue();
    assertThat(sink.told).containsExactly("Pending");
    bench.time.advance(Duration.ofMillis(200));
    Pod created = waiting("u", "ContainerCreating", "fake://1");
    patient.publish(created, created.status());
    bench.time.advance(Duration.ofMillis(200));
    assertThat(sink.told).containsExactly("Pending");
    Pod running = pod("u", "Running");
    patient.publish(running, running.status());
    bench.time.runDue();
    assertThat(sink.told).containsExactly("Pending", "Running");
    bench.time.advance(Duration.ofMinutes(1));
    assertThat(sink.told).containsExactly("Pending", "Running");
  }

  @Test
  void podThatIsLongInTheMakingIsToldOfAfterAWhile() {
    AwayThenBack sink = new AwayThenBack();
    StatusPublisher patient = patient(sink);
    Pod made = waiting("u", "ContainerCreating");
    patient.publish(made, made.status());
    patient.publish(made, made.status());
    bench.time.advance(Duration.ofMillis(300));
    patient.publish(made, made.status());
    assertThat(sink.told).containsExactly("Pending");
    bench.time.advance(Duration.ofMillis(200));
    assertThat(sink.told).containsExactly("Pending", "Pending");
  }

  @Test
  void troubleIsToldAtOnce() {
    AwayThenBack sink = new AwayThenBack();
    StatusPublisher patient = patient(sink);
    Pod made = waiting("u", "ContainerCreating");
    patient.publish(made, made.status());
    patient.publish(made, made.status());
    bench.time.runDue();
    Pod stuck = waiting("u", "ErrImagePull");
    patient.publish(stuck, stuck.status());
    bench.time.runDue();
    assertThat(sink.told).containsExactly("Pending", "Pending");
  }

  @Test
  void podThatMayGoWaitsForNothing() {
    AwayThenBack sink = new AwayThenBack();
    StatusPublisher patient = patient(sink);
    Pod made = waiting("u", "ContainerCreating");
    patient.publish(made, made.status());
    patient.release(made);
    patient.forget(made.uid());
    bench.time.runDue();
    assertThat(sink.told).containsExactly("Pending", "release", "forget");
  }
}
