package dev.jubelet.cluster.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiEventsTest {
  private static final String EVENTS = "/api/v1/namespaces/shop/events";

  private final FakeApiServer api = new FakeApiServer();
  private final ManualTime time = new ManualTime();
  private final ApiEvents events =
      new ApiEvents(
          new ApiContext(
              api,
              InlineEffects.atOnce(),
              time,
              () -> 0.5,
              new RecordingJournal(),
              new FakeNodeState()),
          "n1",
          50,
          100);

  private void say(String reason, String message) {
    say(true, reason, message);
  }

  private void say(boolean warning, String reason, String message) {
    events.recordEvent(
        new ClusterEvent(
            new ClusterEvent.Subject.OfPod(
                new PodName("shop", "web"), new PodUid("u1"), "spec.containers{app}"),
            warning,
            reason,
            message));
  }

  private List<String> messages() {
    return api.all(EVENTS).stream()
        .map(event -> count(event) + " " + event.text("message"))
        .toList();
  }

  private static String count(Node.Fields event) {
    return event.value("count") instanceof Node.Numeral number ? number.text() : "";
  }

  @Test
  void eventLooksLikeOneOfAKubelet() {
    say("BackOff", "Back-off restarting failed container app");
    Node.Fields event = api.all(EVENTS).getFirst();
    assertThat(JsonWriter.compact(event))
        .contains(
            "\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":\"shop\",\"name\":\"web\","
                + "\"uid\":\"u1\",\"apiVersion\":\"v1\",\"fieldPath\":\"spec.containers{app}\"}")
        .contains("\"reason\":\"BackOff\"")
        .contains("\"source\":{\"component\":\"kubelet\",\"host\":\"n1\"}")
        .contains("\"firstTimestamp\":\"2026-01-01T00:00:00Z\"")
        .contains("\"count\":1,\"type\":\"Warning\"")
        .contains("\"reportingComponent\":\"kubelet\",\"reportingInstance\":\"n1\"")
        .contains("\"name\":\"web.");
  }

  @Test
  void eventsOfTheNodeAreFoundByItsName() {
    events.recordEvent(new ClusterEvent(ClusterEvent.NODE, false, "NodeReady", "ready"));
    time.advance(Duration.ofSeconds(1));
    assertThat(JsonWriter.compact(api.all("/api/v1/namespaces/default/events").getFirst()))
        .contains("\"involvedObject\":{\"kind\":\"Node\",\"name\":\"n1\",\"uid\":\"n1\"}")
        .contains("\"type\":\"Normal\"");
  }

  @Test
  void sameEventIsCounted() {
    say("BackOff", "again");
    time.advance(Duration.ofSeconds(10));
    say("BackOff", "again");
    say("BackOff", "again");
    assertThat(messages()).containsExactly("3 again");
    assertThat(api.count("PATCH")).isEqualTo(2);
    assertThat(JsonWriter.compact(api.all(EVENTS).getFirst()))
        .contains("\"lastTimestamp\":\"2026-01-01T00:00:10Z\"");
  }

  @Test
  void eventThatExpiredIsMadeAnew() {
    say("BackOff", "again");
    api.remove(EVENTS + "/" + Metadata.of(api.all(EVENTS).getFirst()).name());
    say("BackOff", "again");
    assertThat(messages()).containsExactly("2 again");
  }

  @Test
  void similarEventsAreCombinedFromTheTenthOn() {
    for (int i = 1; i <= 12; i++) {
      say("Failed", "message " + i);
    }
    assertThat(messages())
        .hasSize(10)
        .contains("1 message 9", "3 (combined from similar events): message 12");
  }

  @Test
  void oneObjectHasAShareOfTwentyFiveAndOneMoreInFiveMinutes() {
    for (int i = 0; i < 40; i++) {
      say("Unhealthy", "probe failed");
    }
    assertThat(messages()).containsExactly("25 probe failed");
    time.advance(Duration.ofMinutes(5));
    say("Unhealthy", "probe failed");
    assertThat(messages()).containsExactly("41 probe failed");
  }

  @Test
  void outageKeepsTheNewestThousandAndCountsTheSameTogether() {
    events.start();
    api.outage(() -> ApiFailure.noAnswer("away"));
    say("BackOff", "again");
    say("BackOff", "again");
    for (int pod = 0; pod < 1100; pod++) {
      events.recordEvent(
          new ClusterEvent(
              new ClusterEvent.Subject.OfPod(
                  new PodName("other", "p" + pod), new PodUid("u" + pod), ""),
              false,
              "Started",
              "Container started"));
    }
    time.advance(Duration.ofMinutes(3));
    api.heal();
    time.advance(Duration.ofSeconds(30));
    assertThat(api.all("/api/v1/namespaces/other/events")).hasSize(1000);
    assertThat(messages()).isEmpty();
  }

  @Test
  void refusedEventIsDroppedAndTheNextOneSent() {
    api.failBefore("POST " + EVENTS, () -> new ApiFailure(403, "Forbidden", "terminating", null));
    say("Failed", "one");
    say("Failed", "two");
    assertThat(messages()).containsExactly("1 two");
  }

  @Test
  void whatIsNoWarningIsToldWhenTheNodeHasComeToRest() {
    say(false, "Pulled", "one");
    time.advance(Duration.ofMillis(900));
    say(false, "Created", "two");
    time.advance(Duration.ofMillis(900));
    assertThat(messages()).isEmpty();
    time.advance(Duration.ofMillis(100));
    assertThat(messages()).containsExactly("1 one", "1 two");
    say(false, "Started", "three");
    time.advance(Duration.ofSeconds(1));
    assertThat(messages()).containsExactly("1 one", "1 two", "1 three");
  }

  @Test
  void warningIsToldAtOnceAndWhatCameBeforeIt() {
    say(false, "Pulled", "one");
    say("Failed", "two");
    assertThat(messages()).containsExactly("1 one", "1 two");
    say(false, "Pulled", "three");
    assertThat(messages()).hasSize(2);
  }

  @Test
  void nodeThatNeverRestsTellsAfterTenSeconds() {
    for (int i = 0; i < 20; i++) {
      say(false, "Pulled", "message");
      time.advance(Duration.ofMillis(499));
    }
    assertThat(messages()).isEmpty();
    time.advance(Duration.ofMillis(20));
    assertThat(messages()).containsExactly("20 message");
  }
}
