package dev.jubelet.engine.pod;

import static dev.jubelet.testkit.fault.Operation.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A container that gets another image: nothing that was begun for the old one may serve or hinder
 * it.
 */
class PodWorkerImageChangeTest {
  private static final PodUid U = new PodUid("u");
  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;

  private static Pod one(String image) {
    return Bench.pod("p", "u", "containers: [{name: a, image: \"" + image + "\"}]");
  }

  @Test
  void updateDuringTheBringUpIsWhatComesUp() {
    bench.image("img:1").image("img:2");
    bench.faults.once(SANDBOX_RUN, Fault.slow(Duration.ofSeconds(10)));
    PodWorker worker = rig.up(one("img:1"));
    bench.advanceSeconds(5);
    worker.tell(new PodEvent.Desired(one("img:2")));
    bench.advanceSeconds(60);
    ObservedContainer a = bench.newest(U, "a").orElseThrow();
    assertThat(a.running()).isTrue();
    assertThat(a.image()).as("the image that is wanted now").isEqualTo("img:2");
  }

  @Test
  void pullUnderWayForTheOldImageDoesNotServeTheNewOne() {
    bench.runtime.pullable("img:1", Duration.ofSeconds(20)).pullable("img:2");
    PodWorker worker = rig.up(one("img:1"));
    bench.advanceSeconds(5);
    worker.tell(new PodEvent.Desired(one("img:2")));
    bench.advanceSeconds(60);
    ObservedContainer a = bench.newest(U, "a").orElseThrow();
    assertThat(a.image()).as("the image that is wanted now").isEqualTo("img:2");
  }

  @Test
  void correctedImageIsPulledAtOnceWhateverTheBackOffOfTheWrongOne() {
    bench.runtime.pullFails("wrong:1", FailureKind.NOT_FOUND, "no such image").pullable("img:1");
    PodWorker worker = rig.up(one("wrong:1"));
    for (int i = 0; i < 6; i++) {
      bench.advanceSeconds(100);
      rig.show(worker, U);
    }
    worker.tell(new PodEvent.Desired(one("img:1")));
    bench.advanceSeconds(2);
    assertThat(bench.running(U)).isEqualTo(1);
  }

  @Test
  void correctedImageOfACrashLoopIsStartedAtOnce() {
    bench.image("crash:1", ContainerScript.crashes(1)).image("img:1");
    PodWorker worker = rig.up(one("crash:1"));
    bench.advanceSeconds(700);
    worker.tell(new PodEvent.Desired(one("img:1")));
    bench.advanceSeconds(2);
    assertThat(bench.running(U)).as("Kubernetes: another image has no back-off yet").isEqualTo(1);
  }
}
