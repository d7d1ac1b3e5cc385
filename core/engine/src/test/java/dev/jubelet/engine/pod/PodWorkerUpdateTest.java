package dev.jubelet.engine.pod;

import static dev.jubelet.testkit.fault.Operation.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A newer definition of a living pod. */
class PodWorkerUpdateTest {
  private static final PodUid U = new PodUid("u");
  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;

  private static Pod two(String imageOfA) {
    return Bench.pod(
        "p",
        "u",
        """
        containers:
        - {name: a, image: "%s"}
        - {name: b, image: "img:1"}
        """
            .formatted(imageOfA));
  }

  private static Pod one(String image) {
    return Bench.pod("p", "u", "containers: [{name: a, image: \"" + image + "\"}]");
  }

  @Test
  void containerOfAnotherImageIsReplacedInPlace() {
    bench.image("img:1").image("img:2");
    PodWorker worker = rig.up(two("img:1"));
    ObservedContainer b = bench.newest(U, "b").orElseThrow();
    bench.takeCalls();
    worker.tell(new PodEvent.Desired(two("img:2")));
    bench.run();
    assertThat(bench.takeChanges())
        .containsExactly(
            CONTAINER_STOP,
            DIRECTORY_PREPARE_CONTAINER,
            DIRECTORY_WRITE_HOSTS,
            CONTAINER_CREATE,
            CONTAINER_START,
            DIRECTORY_LINK_LOG);
    ObservedContainer a = bench.newest(U, "a").orElseThrow();
    assertThat(a.running()).isTrue();
    assertThat(a.attempt()).isEqualTo(1);
    assertThat(a.image()).isEqualTo("img:2");
    assertThat(bench.newest(U, "b")).as("its neighbour is not touched").contains(b);
    assertThat(bench.runtime.allSandboxes()).hasSize(1);
  }

  @Test
  void labelThatChangesRestartsNothing() {
    bench.image("img:1");
    PodWorker worker = rig.up(one("img:1"));
    bench.takeCalls();
    Pod pod = one("img:1");
    worker.tell(
        new PodEvent.Desired(pod.withMetadata(pod.metadata().withAnnotations(Map.of("k", "v")))));
    bench.run();
    assertThat(bench.takeCalls()).isEmpty();
  }

  @Test
  void newestOfSeveralUpdatesCounts() {
    bench.image("img:1").image("img:2").image("img:3");
    PodWorker worker = rig.up(one("img:1"));
    worker.tell(new PodEvent.Desired(one("img:2")));
    worker.tell(new PodEvent.Desired(one("img:3")));
    bench.run();
    assertThat(bench.runtime.allContainers())
        .extracting(ObservedContainer::image)
        .containsExactly("img:1", "img:3");
  }

  @Test
  void endingPodTakesNoUpdate() {
    bench.image("img:1", ContainerScript.forever().ignoringTerm()).image("img:2");
    PodWorker worker = rig.up(one("img:1"));
    worker.tell(rig.ending(30, false));
    worker.tell(new PodEvent.Desired(one("img:2")));
    bench.advanceSeconds(40);
    assertThat(bench.runtime.allContainers()).isEmpty();
    assertThat(rig.news).containsExactly("ended u", "finished u");
  }

  @Test
  void pullBackOffIsShownInTheStatus() {
    bench.runtime.pullFails("wrong:1", FailureKind.NOT_FOUND, "no such image");
    PodWorker worker = rig.up(one("wrong:1"));
    assertThat(waitingReason()).isEqualTo("ErrImagePull");
    rig.show(worker, U);
    bench.advanceSeconds(1);
    rig.show(worker, U);
    assertThat(waitingReason()).isEqualTo("ImagePullBackOff");
    bench.advanceSeconds(9);
    assertThat(waitingReason()).isEqualTo("ErrImagePull");
  }

  private String waitingReason() {
    ContainerStatus status = bench.statuses.status(U).orElseThrow().containerStatuses().getFirst();
    return status.state() == null || status.state().waiting() == null
        ? "none"
        : status.state().waiting().reason();
  }
}
