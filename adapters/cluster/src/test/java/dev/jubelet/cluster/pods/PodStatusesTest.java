package dev.jubelet.cluster.pods;

import static dev.jubelet.cluster.pods.PodsBench.path;
import static dev.jubelet.cluster.pods.PodsBench.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodIp;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PodStatusesTest {
  private static final String RUNNING =
      "phase: Running, podIP: 10.0.0.7, podIPs: [{ip: 10.0.0.7}],"
          + " startTime: '2026-01-01T00:00:00Z',"
          + " conditions: [{type: Ready, status: 'True',"
          + " lastTransitionTime: '2026-01-01T00:00:05Z'}]";
  private final PodsBench node = new PodsBench();

  private Pod known(String status) {
    node.put("web", "u1", status);
    node.see();
    return node.pod("web");
  }

  private void somebodyPatches(String status) {
    node.api.patch(
        path("web") + "/status",
        FakeApiServer.parsed(("{'status':{" + status + "}}").replace('\'', '"')));
  }

  @Test
  void statusIsShownUnderTheUidOfItsPod() {
    Pod pod = known("'phase':'Pending'");
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shown("web").phase()).isEqualTo(PodPhase.RUNNING);
    assertThat(node.shown("web").podIPs()).extracting(PodIp::ip).containsExactly("10.0.0.7");
    assertThat(node.api.calls()).containsExactly("PATCH " + path("web") + "/status");
  }

  @Test
  void unchangedStatusIsNotSent() {
    Pod pod = known("'phase':'Pending'");
    node.statuses.publish(pod, status(RUNNING));
    node.see();
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.api.count("PATCH")).isEqualTo(1);
  }

  @Test
  void nextLifeDoesNotSendWhatIsShownAlready() {
    Pod pod = known("'phase':'Pending'");
    node.statuses.publish(pod, status(RUNNING));
    PodsBench next = new PodsBench(node.api).see();
    next.statuses.publish(next.pod("web"), status(RUNNING));
    assertThat(node.api.count("PATCH")).isEqualTo(1);
  }

  @Test
  void whatIsNotSaidAnyMoreIsTakenAway() {
    Pod pod =
        known(
            "'phase':'Pending','reason':'Odd','message':'odd','podIPs':[{'ip':'10.0.0.1'}],"
                + "'conditions':[{'type':'PodResizePending','status':'True'}]");
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shown("web").reason()).isEmpty();
    assertThat(node.shown("web").message()).isEmpty();
    assertThat(node.shown("web").podIPs()).extracting(PodIp::ip).containsExactly("10.0.0.7");
    assertThat(node.shown("web").conditions())
        .extracting(PodCondition::type)
        .containsExactly("Ready");
  }

  @Test
  void conditionLosesTheReasonThatItHadBefore() {
    Pod pod = known("'phase':'Pending'");
    node.statuses.publish(
        pod,
        status(
            "phase: Pending, conditions: [{type: Ready, status: 'False',"
                + " reason: ContainersNotReady, message: not ready}]"));
    assertThat(node.shownText("web")).contains("ContainersNotReady");
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shownText("web")).doesNotContain("ContainersNotReady", "not ready");
  }

  @Test
  void nextLifeTakesAwayTheReasonThatTheOneBeforeGave() {
    Pod pod =
        known(
            "'conditions':[{'type':'Ready','status':'False','reason':'ContainersNotReady'},"
                + "{'type':'PodResizePending','status':'True','reason':'Deferred'}]");
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shownText("web")).doesNotContain("ContainersNotReady", "Deferred");
  }

  @Test
  void whatOthersSayIsKept() {
    Pod pod = known("'nominatedNodeName':'n2'");
    somebodyPatches(
        "'conditions':[{'type':'example.com/gate','status':'True'},"
            + "{'type':'DisruptionTarget','status':'True','reason':'EvictionByEvictionAPI'}],"
            + "'resourceClaimStatuses':[{'name':'gpu','resourceClaimName':'x'}]");
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shownText("web"))
        .contains("example.com/gate", "EvictionByEvictionAPI", "resourceClaimName", "n2");
  }

  @Test
  void staleConditionsOfOthersAreNotWrittenBack() {
    Pod pod = known("'conditions':[{'type':'example.com/gate','status':'False'}]");
    somebodyPatches("'conditions':[{'type':'example.com/gate','status':'True'}]");
    node.statuses.publish(
        pod, status("phase: Running, conditions: [{type: example.com/gate, status: 'False'}]"));
    assertThat(node.shownText("web")).doesNotContain("False").contains("Running");
  }

  @Test
  void evictionIsToldAsADisruption() {
    Pod pod = known("'phase':'Running'");
    node.statuses.publish(
        pod,
        status(
            "phase: Failed, reason: Evicted, conditions: [{type: DisruptionTarget, status: 'True',"
                + " reason: TerminationByKubelet}]"));
    assertThat(node.shownText("web")).contains("TerminationByKubelet");
  }

  @Test
  void finalPhaseIsNeverTakenBack() {
    Pod pod = known("'phase':'Failed'");
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.api.count("PATCH")).isZero();
  }

  @Test
  void beforeTheFirstListTheServerIsAskedWhatItShows() {
    node.put("web", "u1", "'phase':'Succeeded'");
    Pod kept = node.pod("web");
    node.statuses.publish(kept, status(RUNNING));
    assertThat(node.api.calls()).containsExactly("GET " + path("web"));
  }

  @Test
  void anotherPodOfTheNameIsLeftAlone() {
    Pod pod = known("'phase':'Pending'");
    node.api.remove(path("web"));
    node.put("web", "u2", "'phase':'Pending'");
    node.statuses.publish(pod, status(RUNNING));
    node.statuses.release(pod);
    assertThat(node.shown("web").phase()).isEqualTo(PodPhase.PENDING);
    assertThat(node.uid("web")).isEqualTo("u2");
  }

  @Test
  void podThatIsGoneNeedsNoStatus() {
    Pod pod = known("'phase':'Pending'");
    node.api.remove(path("web"));
    node.statuses.publish(pod, status(RUNNING));
    node.statuses.release(pod);
    node.see();
    node.statuses.publish(pod, status("phase: Failed"));
    assertThat(node.api.count("PATCH")).isEqualTo(1);
  }

  @Test
  void outageIsAFailureThatPasses() {
    Pod pod = known("'phase':'Pending'");
    node.api.outage(() -> ApiFailure.noAnswer("connection refused"));
    assertThatThrownBy(() -> node.statuses.publish(pod, status(RUNNING)))
        .isInstanceOfSatisfying(
            OutsideFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE));
    assertThat(node.journal.lines()).isEmpty();
    node.api.heal();
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shown("web").phase()).isEqualTo(PodPhase.RUNNING);
  }

  @Test
  void refusalIsToldOnce() {
    Pod pod = known("'phase':'Pending'");
    node.api.outage(() -> new ApiFailure(422, "Invalid", "status is invalid", null));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> node.statuses.publish(pod, status(RUNNING)))
          .isInstanceOf(OutsideFailure.class);
    }
    assertThat(node.journal.lines()).hasSize(1);
  }

  @Test
  void statusWhoseAnswerWasLostIsSentAgainWithoutHarm() {
    Pod pod = known("'phase':'Pending'");
    node.api.failAfter("PATCH", () -> ApiFailure.noAnswer("reset"));
    assertThatThrownBy(() -> node.statuses.publish(pod, status(RUNNING)))
        .isInstanceOf(OutsideFailure.class);
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shown("web").phase()).isEqualTo(PodPhase.RUNNING);
  }

  @Test
  void deletedPodIsDeletedForGood() {
    known("'phase':'Running'");
    node.api.delete(path("web"), FakeApiServer.parsed("{}"));
    node.see();
    Pod deleted = node.pod("web");
    node.statuses.publish(deleted, status("phase: Failed"));
    assertThat(node.shown("web").phase()).isEqualTo(PodPhase.FAILED);
    node.statuses.release(deleted);
    assertThat(node.api.find(path("web"))).isEmpty();
  }

  @Test
  void deathBetweenLastStatusAndDeletionIsMadeGoodByTheNextLife() {
    known("'phase':'Running'");
    node.api.delete(path("web"), FakeApiServer.parsed("{}"));
    node.see();
    node.statuses.publish(node.pod("web"), status("phase: Failed"));
    PodsBench next = new PodsBench(node.api).see();
    next.statuses.publish(next.pod("web"), status("phase: Failed"));
    next.statuses.release(next.pod("web"));
    assertThat(node.api.count("PATCH")).isEqualTo(1);
    assertThat(node.api.find(path("web"))).isEmpty();
  }

  @Test
  void whoWritesOverOursIsWrittenOver() {
    Pod pod = known("'phase':'Pending'");
    node.statuses.publish(pod, status(RUNNING));
    node.see("web");
    assertThat(node.again).as("the echo of our own").isEmpty();
    somebodyPatches("'phase':'Pending'");
    node.see("web");
    assertThat(node.again).containsExactly(new PodUid("u1"));
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shown("web").phase()).isEqualTo(PodPhase.RUNNING);
  }

  @Test
  void whoWritesOverWhatAnEarlierLifeSentIsWrittenOver() {
    Pod pod = known("'phase':'Pending'");
    node.statuses.publish(pod, status(RUNNING));
    PodsBench next = new PodsBench(node.api).see();
    next.statuses.publish(next.pod("web"), status(RUNNING));
    somebodyPatches("'phase':'Pending'");
    next.see("web");
    assertThat(next.again).containsExactly(new PodUid("u1"));
    next.statuses.publish(next.pod("web"), status(RUNNING));
    assertThat(next.shown("web").phase()).isEqualTo(PodPhase.RUNNING);
  }

  @Test
  void whatOthersAddIsNoReasonToSendAgain() {
    Pod pod = known("'phase':'Pending'");
    node.statuses.publish(pod, status(RUNNING));
    somebodyPatches("'conditions':[{'type':'example.com/gate','status':'True'}]");
    node.see("web");
    assertThat(node.again).isEmpty();
  }

  @Test
  void staticPodIsShownOnItsMirrorOnceThereIsOne() {
    Pod pod = PodsBench.staticPod("web", "hash1");
    node.registerNode();
    node.see();
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.api.count("PATCH")).isZero();
    node.wants(pod);
    node.see("web");
    assertThat(node.again).containsExactly(new PodUid("hash1"));
    node.statuses.publish(pod, status(RUNNING));
    assertThat(node.shown("web").phase()).isEqualTo(PodPhase.RUNNING);
  }

  @Test
  void mirrorOfAnotherPodIsNotWritten() {
    Pod old = PodsBench.staticPod("web", "hash1");
    node.registerNode();
    node.see();
    node.wants(old);
    node.see("web");
    node.statuses.publish(PodsBench.staticPod("web", "hash2"), status(RUNNING));
    assertThat(node.api.count("PATCH")).isZero();
  }

  @Test
  void nextLifeKeepsTheTimesThatAMirrorShows() {
    Pod pod = PodsBench.staticPod("web", "hash1");
    node.registerNode();
    node.see();
    node.wants(pod);
    node.see("web");
    node.statuses.publish(pod, status(RUNNING));
    PodsBench next = new PodsBench(node.api).see();
    next.statuses.publish(pod, status(RUNNING.replace("2026-01-01T00", "2026-01-01T09")));
    assertThat(node.shown("web").startTime()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(node.shown("web").conditions())
        .extracting(PodCondition::lastTransitionTime)
        .containsExactly(Instant.parse("2026-01-01T00:00:05Z"));
    assertThat(node.api.count("PATCH")).isEqualTo(1);
  }
}
