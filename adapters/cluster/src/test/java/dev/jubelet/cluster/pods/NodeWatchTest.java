package dev.jubelet.cluster.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NodeWatchTest {
  private final FakeApiServer api = new FakeApiServer();
  private final FakeNodeState state = new FakeNodeState();
  private final RecordingJournal journal = new RecordingJournal();
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  private NodeWatch watch() {
    return new NodeWatch(
        new ApiContext(api, InlineEffects.atOnce(), new ManualTime(), () -> 0.0, journal, state),
        "n1");
  }

  @Test
  void tellsTheLabelsAndTaintsOfItsOwnNode() throws Exception {
    api.put("/api/v1/nodes/n2", "{\"metadata\":{\"labels\":{\"other\":\"1\"}}}");
    api.put("/api/v1/nodes/n1", "{\"metadata\":{\"labels\":{\"disk\":\"ssd\"}}}");
    try (NodeWatch watch = watch()) {
      watch.start((labels, taints) -> told.add(labels + " " + taints));
      watch.known().get(10, TimeUnit.SECONDS);
      assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("{disk=ssd} []");
      api.put(
          "/api/v1/nodes/n1",
          """
          {"spec":{"taints":[{"key":"broken","effect":"NoExecute"},{"key":"x","effect":"New"}]}}
          """);
      assertThat(told.poll(10, TimeUnit.SECONDS)).startsWith("{} [Taint[key=broken").endsWith("]]");
    }
  }

  @Test
  void nodeWithoutAnObjectIsKnownToBeSo() throws Exception {
    try (NodeWatch watch = watch()) {
      watch.start((labels, taints) -> told.add(labels + " " + taints));
      watch.known().get(10, TimeUnit.SECONDS);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void nextLifeKnowsTheNodeWhileTheServerIsAway() throws Exception {
    api.put("/api/v1/nodes/n1", "{\"metadata\":{\"labels\":{\"disk\":\"ssd\"}}}");
    try (NodeWatch watch = watch()) {
      watch.start((labels, taints) -> told.add(labels + " " + taints));
      watch.known().get(10, TimeUnit.SECONDS);
    }
    told.clear();
    api.outage(() -> ApiFailure.noAnswer("connection refused"));
    try (NodeWatch next = watch()) {
      next.start((labels, taints) -> told.add(labels + " " + taints));
      assertThat(told).containsExactly("{disk=ssd} []");
      assertThat(next.known()).isNotDone();
    }
  }

  @Test
  void whatMakesNoSenseIsSetAside() {
    state.put(NodeWatch.NAME, "[1, 2");
    api.outage(() -> ApiFailure.noAnswer("connection refused"));
    try (NodeWatch watch = watch()) {
      watch.start((labels, taints) -> told.add(labels + " " + taints));
      assertThat(told).isEmpty();
      assertThat(state.content(NodeWatch.NAME)).isEmpty();
    }
  }
}
