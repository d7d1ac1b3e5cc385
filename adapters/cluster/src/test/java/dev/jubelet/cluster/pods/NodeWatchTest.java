package dev.jubelet.cluster.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NodeWatchTest {
  @Test
  void tellsTheLabelsAndTaintsOfItsOwnNode() throws Exception {
    FakeApiServer api = new FakeApiServer();
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    api.put("/api/v1/nodes/n2", "{\"metadata\":{\"labels\":{\"other\":\"1\"}}}");
    api.put("/api/v1/nodes/n1", "{\"metadata\":{\"labels\":{\"disk\":\"ssd\"}}}");
    try (NodeWatch watch =
        new NodeWatch(
            api,
            "n1",
            new ApiPods.Means(new ManualTime(), () -> 0.0, new RecordingJournal()),
            (labels, taints) -> told.add(labels + " " + taints))) {
      watch.start();
      assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("{disk=ssd} []");
      api.put(
          "/api/v1/nodes/n1",
          """
          {"spec":{"taints":[{"key":"broken","effect":"NoExecute"},{"key":"x","effect":"New"}]}}
          """);
      assertThat(told.poll(10, TimeUnit.SECONDS)).startsWith("{} [Taint[key=broken").endsWith("]]");
    }
  }
}
