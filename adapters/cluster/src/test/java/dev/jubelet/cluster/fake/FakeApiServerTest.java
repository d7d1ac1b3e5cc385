package dev.jubelet.cluster.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.cluster.client.WatchStream;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class FakeApiServerTest {
  private static final String POD = "/api/v1/namespaces/n/pods/one";

  private final FakeApiServer api = new FakeApiServer();

  @Test
  void anObjectIsCreatedOnce() {
    Node.Fields pod = json("{'metadata':{'name':'one'},'spec':{'nodeName':'a'}}");
    Metadata made = Metadata.of(api.create("/api/v1/namespaces/n/pods", pod));
    assertThat(made.uid()).isNotEmpty();
    assertThat(made.namespace()).isEqualTo("n");
    assertThat(failure(() -> api.create("/api/v1/namespaces/n/pods", pod)).alreadyExists())
        .isTrue();
    assertThat(failure(() -> api.get("/api/v1/namespaces/n/pods/two")).notFound()).isTrue();
  }

  @Test
  void anOldVersionDoesNotReplaceANewOne() {
    Node.Fields old = api.put(POD, "{}");
    api.replace(POD, new JsonObject().put("spec", JsonObject.EMPTY).build());
    assertThat(failure(() -> api.replace(POD, old)).conflict()).isTrue();
  }

  @Test
  void statusIsApartFromTheRest() {
    api.put(POD, "{\"spec\":{\"a\":\"1\"},\"status\":{\"phase\":\"Pending\"}}");
    api.patch(POD + "/status", json("{'spec':{'a':'2'},'status':{'phase':'Running'}}"));
    assertThat(text("spec")).contains("\"a\":\"1\"");
    assertThat(text("status")).contains("Running");
    api.patch(POD, json("{'spec':{'a':'3'},'status':{'phase':'Failed'}}"));
    assertThat(text("spec")).contains("\"a\":\"3\"");
    assertThat(text("status")).contains("Running");
  }

  @Test
  void aStrategicPatchMergesConditionsByTheirType() {
    api.put(
        POD,
        "{\"status\":{\"conditions\":[{\"type\":\"A\",\"status\":\"True\",\"reason\":\"r\"},"
            + "{\"type\":\"B\",\"status\":\"True\"}]}}");
    api.patch(
        POD + "/status",
        json(
            "{'status':{'$setElementOrder/conditions':[{'type':'C'}],'conditions':["
                + "{'type':'A','status':'False'},{'type':'C','status':'True'},"
                + "{'$patch':'delete','type':'B'}]}}"));
    assertThat(text("status"))
        .isEqualTo(
            "{\"conditions\":[{\"type\":\"A\",\"status\":\"False\",\"reason\":\"r\"},"
                + "{\"type\":\"C\",\"status\":\"True\"}]}");
  }

  @Test
  void aPatchForAnotherUidIsAConflict() {
    api.put(POD, "{\"metadata\":{\"uid\":\"x\"}}");
    Node.Fields patch = json("{'metadata':{'uid':'y'},'status':{}}");
    assertThat(failure(() -> api.patch(POD + "/status", patch)).conflict()).isTrue();
  }

  @Test
  void aPodOnANodeIsDeletedInTwoSteps() {
    api.put(POD, "{\"metadata\":{\"uid\":\"x\"},\"spec\":{\"nodeName\":\"a\"}}");
    api.delete(POD, JsonObject.EMPTY);
    assertThat(text("metadata")).contains("deletionTimestamp", "deletionGracePeriodSeconds\":30");
    assertThat(failure(() -> api.delete(POD, json("{'preconditions':{'uid':'other'}}"))).conflict())
        .isTrue();
    api.delete(POD, json("{'gracePeriodSeconds':0,'preconditions':{'uid':'x'}}"));
    assertThat(api.find(POD)).isEmpty();
  }

  @Test
  void aWatchGoesOnFromItsVersionAndFollowsItsSelector() {
    String from = Metadata.of(api.get("/api/v1/pods")).resourceVersion();
    api.put(POD, "{\"spec\":{\"nodeName\":\"a\"}}");
    try (WatchStream<Node.Fields> watch =
        api.watch(
            "/api/v1/pods?fieldSelector=spec.nodeName%3Da&resourceVersion=" + from,
            ObjectReader.TREE)) {
      assertThat(watch.next().orElseThrow().type()).isEqualTo(WatchStream.WatchEvent.Type.ADDED);
      api.patch(POD, json("{'metadata':{'labels':{'x':'y'}}}"));
      assertThat(watch.next().orElseThrow().type()).isEqualTo(WatchStream.WatchEvent.Type.MODIFIED);
      api.patch(POD, json("{'spec':{'nodeName':'b'}}"));
      assertThat(watch.next().orElseThrow().type()).isEqualTo(WatchStream.WatchEvent.Type.DELETED);
    }
    assertThat(api.openWatches()).isZero();
    api.compact();
    assertThat(
            failure(() -> api.watch("/api/v1/pods?resourceVersion=" + from, ObjectReader.TREE))
                .gone())
        .isTrue();
  }

  @Test
  void aWriteThatChangesNothingIsNoEvent() {
    String version = Metadata.of(api.put(POD, "{\"status\":{\"a\":\"b\"}}")).resourceVersion();
    api.patch(POD + "/status", json("{'status':{'a':'b'}}"));
    assertThat(Metadata.of(api.get(POD)).resourceVersion()).isEqualTo(version);
  }

  @Test
  void anAnswerCanBeLostBeforeAndAfterTheEffect() {
    api.failBefore("POST", () -> ApiFailure.noAnswer("lost"));
    api.failAfter("POST", () -> ApiFailure.noAnswer("lost"));
    Node.Fields pod = json("{'metadata':{'name':'one'}}");
    failure(() -> api.create("/api/v1/namespaces/n/pods", pod));
    assertThat(api.find(POD)).isEmpty();
    failure(() -> api.create("/api/v1/namespaces/n/pods", pod));
    assertThat(api.find(POD)).isPresent();
    api.outage(() -> new ApiFailure(429, "TooManyRequests", "slow", Duration.ofSeconds(1)));
    assertThat(failure(() -> api.get(POD)).code()).isEqualTo(429);
    api.heal();
    assertThat(Metadata.of(api.get(POD)).name()).isEqualTo("one");
  }

  private String text(String field) {
    return JsonWriter.compact(Objects.requireNonNull(api.get(POD).value(field)));
  }

  private static ApiFailure failure(Runnable work) {
    return catchThrowableOfType(ApiFailure.class, work::run);
  }

  private static Node.Fields json(String text) {
    return FakeApiServer.parsed(text.replace('\'', '"'));
  }
}
