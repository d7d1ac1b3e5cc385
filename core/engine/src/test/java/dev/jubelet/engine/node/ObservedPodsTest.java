package dev.jubelet.engine.node;

import static dev.jubelet.engine.TestObservations.UID;
import static dev.jubelet.engine.TestObservations.at;
import static dev.jubelet.engine.TestObservations.look;
import static dev.jubelet.engine.TestObservations.sandbox;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.PodObservation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedPodsTest {
  private final ObservedPods seen = new ObservedPods();

  private static PodObservation pod(int second) {
    return look(second, List.of(sandbox(0, true)));
  }

  @Test
  void nothingIsClearBeforeTheFirstLookAtAll() {
    assertThat(seen.ever()).isFalse();
    assertThat(seen.unclear(UID)).isTrue();
    seen.one(pod(1));
    assertThat(seen.ever()).isFalse();
    seen.all(List.of(), at(2));
    assertThat(seen.ever()).isTrue();
    assertThat(seen.unclear(UID)).isFalse();
  }

  @Test
  void lookAtAllReplacesEverythingOlder() {
    seen.all(List.of(pod(1)), at(1));
    seen.all(List.of(), at(2));
    assertThat(seen.of(UID)).isNull();
    assertThat(seen.all()).isEmpty();
  }

  @Test
  void lookAtOnePodThatBeganLaterStays() {
    seen.one(pod(5));
    seen.all(List.of(), at(4));
    assertThat(seen.of(UID)).isEqualTo(pod(5));
  }

  @Test
  void overtakenLookAtOnePodIsNotTaken() {
    seen.all(List.of(pod(5)), at(5));
    seen.one(look(4, List.of()));
    assertThat(seen.of(UID)).isEqualTo(pod(5));
  }

  @Test
  void podOfWhichNothingIsLeftIsNotKept() {
    seen.all(List.of(pod(1)), at(1));
    seen.one(look(2, List.of()));
    assertThat(seen.of(UID)).isNull();
  }

  @Test
  void lookOlderThanThePodsEndDoesNotBringItBack() {
    seen.all(List.of(pod(1)), at(1));
    seen.gone(UID, at(5));
    assertThat(seen.of(UID)).isNull();
    seen.one(pod(4));
    seen.all(List.of(pod(4)), at(4));
    assertThat(seen.of(UID)).isNull();
    assertThat(seen.unclear(UID)).isTrue();
  }

  @Test
  void lookThatBeganAfterItsEndIsReliableAgain() {
    seen.all(List.of(), at(1));
    seen.gone(UID, at(5));
    seen.all(List.of(pod(6)), at(6));
    assertThat(seen.unclear(UID)).isFalse();
    assertThat(seen.of(UID)).isEqualTo(pod(6));
  }

  @Test
  void lookUnderWayForLongDoesNotBringItBackAfterALaterOneConfirmedIt() {
    seen.all(List.of(), at(1));
    seen.gone(UID, at(5));
    seen.all(List.of(), at(6));
    seen.one(pod(4));
    assertThat(seen.of(UID)).isNull();
  }

  @Test
  void endsAreForgottenWhenNoLookCanBeUnderWayAnyMore() {
    seen.all(List.of(), at(1));
    seen.gone(UID, at(5));
    seen.all(List.of(), at(5 + 31 * 60));
    seen.one(pod(4));
    assertThat(seen.of(UID)).isEqualTo(pod(4));
  }
}
