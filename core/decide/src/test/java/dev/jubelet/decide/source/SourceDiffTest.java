package dev.jubelet.decide.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.testkit.Pods;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceDiffTest {
  private static final String NO_STATUS = "{}";

  /**
   * @param meta more metadata in flow style, beginning with a comma
   */
  private static Pod pod(String uid, String image, String meta, String status) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: default, uid: %s%s}
        spec: {containers: [{name: a, image: "%s"}]}
        status: %s
        """
            .formatted(uid, uid, meta, image, status));
  }

  private static Pod pod(String uid) {
    return pod(uid, "img:1", "", NO_STATUS);
  }

  private static Pod pod(String uid, String meta) {
    return pod(uid, "img:1", meta, NO_STATUS);
  }

  private static List<SourceChange> between(List<Pod> before, List<Pod> after) {
    Map<PodUid, Pod> known = new LinkedHashMap<>();
    before.forEach(pod -> known.put(pod.uid(), pod));
    return SourceDiff.between(known, after);
  }

  private static List<String> words(List<SourceChange> changes) {
    return changes.stream()
        .map(change ->
            switch (change) {
              case SourceChange.Added added -> "added " + added.pod().uid();
              case SourceChange.Updated updated -> "updated " + updated.pod().uid();
              case SourceChange.Deleting deleting -> "deleting " + deleting.pod().uid();
              case SourceChange.Removed removed -> "removed " + removed.pod().uid();
              case SourceChange.Reconciled reconciled -> "reconciled " + reconciled.pod().uid();
            })
        .toList();
  }

  private static List<String> change(Pod before, Pod after) {
    return words(between(List.of(before), List.of(after)));
  }

  @Test
  void newPodIsAdded() {
    assertThat(words(between(List.of(), List.of(pod("a"))))).containsExactly("added a");
  }

  @Test
  void missingPodIsRemovedWithWhatWasLastKnownOfIt() {
    Pod last = pod("a", "img:7", "", NO_STATUS);
    assertThat(between(List.of(last), List.of())).containsExactly(new SourceChange.Removed(last));
  }

  @Test
  void samePodIsNoChange() {
    assertThat(change(pod("a"), pod("a"))).isEmpty();
  }

  @Test
  void sameListInAnotherOrderIsNoChange() {
    assertThat(between(List.of(pod("a"), pod("b")), List.of(pod("b"), pod("a")))).isEmpty();
  }

  @Test
  void changedSpecificationIsAnUpdateToTheNewestOne() {
    Pod after = pod("a", "img:2", "", NO_STATUS);
    assertThat(between(List.of(pod("a")), List.of(after)))
        .containsExactly(new SourceChange.Updated(after));
  }

  @ParameterizedTest(name = "{0} → {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                          | ', labels: {k: v}'          | updated a",
        "', labels: {k: v}'          | ', labels: {k: w}'          | updated a",
        "''                          | ', annotations: {k: v}'     | updated a",
        "''                          | ', resourceVersion: \"2\"'  | reconciled a",
        "''                          | ', finalizers: [f]'         | reconciled a",
      })
  void onlyWhatReachesContainersIsAnUpdate(String before, String after, String expected) {
    assertThat(change(pod("a", before), pod("a", after))).containsExactly(expected);
  }

  @Test
  void statusThatSomebodyElseChangedIsReconciled() {
    assertThat(change(pod("a"), pod("a", "img:1", "", "{phase: Running}")))
        .containsExactly("reconciled a");
  }

  private static String deletion(String grace) {
    return ", deletionTimestamp: \"2026-01-01T00:00:00Z\"" + grace;
  }

  @Test
  void deletionThatIsAskedForIsDeleting() {
    assertThat(change(pod("a"), pod("a", deletion("")))).containsExactly("deleting a");
  }

  @Test
  void deletionWithAnotherGraceIsDeletingAgain() {
    assertThat(
            change(
                pod("a", deletion(", deletionGracePeriodSeconds: 30")),
                pod("a", deletion(", deletionGracePeriodSeconds: 1"))))
        .containsExactly("deleting a");
  }

  @Test
  void deletionThatGoesOnIsNotDeletingAgain() {
    assertThat(
            change(
                pod("a", deletion(", deletionGracePeriodSeconds: 30")),
                pod(
                    "a",
                    "img:1",
                    deletion(", deletionGracePeriodSeconds: 30"),
                    "{phase: Running}")))
        .containsExactly("reconciled a");
  }

  @Test
  void deletionComesBeforeOtherChangesOfThePod() {
    assertThat(change(pod("a"), pod("a", "img:2", deletion(""), NO_STATUS)))
        .containsExactly("deleting a");
  }

  @Test
  void podThatIsReplacedUnderItsNameIsRemovedFirst() {
    Pod old = pod("old", ", labels: {app: x}");
    assertThat(words(between(List.of(old), List.of(pod("new")))))
        .containsExactly("removed old", "added new");
  }

  @Test
  void removalsComeFirstThenTheRestByAge() {
    List<Pod> before = List.of(pod("gone1"), pod("changed", created(5)), pod("gone2"));
    List<Pod> after =
        Stream.of(
                pod("young", created(9)),
                pod("changed", "img:2", created(5), NO_STATUS),
                pod("old", created(1)))
            .toList();
    assertThat(words(between(before, after)))
        .containsExactly(
            "removed gone1", "removed gone2", "added old", "updated changed", "added young");
  }

  private static String created(int hour) {
    return ", creationTimestamp: \"2026-01-01T0" + hour + ":00:00Z\"";
  }

  @Test
  void podsOfTheSameAgeComeInTheOrderOfDelivery() {
    assertThat(words(between(List.of(), List.of(pod("z"), pod("a"), pod("m")))))
        .containsExactly("added z", "added a", "added m");
  }

  @Test
  void podThatIsListedTwiceCountsOnce() {
    assertThat(words(between(List.of(), List.of(pod("a"), pod("a", "img:2", "", NO_STATUS)))))
        .containsExactly("added a");
  }
}
