package dev.jubelet.runtime.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerEvent.Kind;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class EventHubTest {
  private static final PodUid UID = new PodUid("uid");

  private final EventHub hub = new EventHub();

  private FutureTask<OutsideFailure> follow(Consumer<ContainerEvent> listener)
      throws InterruptedException {
    CountDownLatch connected = new CountDownLatch(1);
    FutureTask<OutsideFailure> follower =
        new FutureTask<>(() -> {
          try {
            hub.follow(connected::countDown, listener);
            throw new AssertionError("it never returns");
          } catch (OutsideFailure ended) {
            return ended;
          }
        });
    Thread.ofVirtual().start(follower);
    assertThat(connected.await(10, TimeUnit.SECONDS)).isTrue();
    return follower;
  }

  @Test
  void everybodyIsToldInOrder() throws Exception {
    Queue<Kind> heard = new ConcurrentLinkedQueue<>();
    CountDownLatch two = new CountDownLatch(2);
    FutureTask<OutsideFailure> follower =
        follow(event -> {
          heard.add(event.kind());
          two.countDown();
        });
    hub.tell(Kind.CREATED, "a", UID);
    hub.tell(Kind.STARTED, "a", UID);
    assertThat(two.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(heard).containsExactly(Kind.CREATED, Kind.STARTED);
    hub.close();
    assertThat(follower.get(10, TimeUnit.SECONDS).kind()).isEqualTo(FailureKind.UNAVAILABLE);
  }

  @Test
  void whoListensTooSlowlyIsToldThatItMissedSome() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    FutureTask<OutsideFailure> follower =
        follow(event -> {
          try {
            go.await();
          } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
          }
        });
    for (int i = 0; i < 10_000; i++) {
      hub.tell(Kind.STARTED, "a", UID);
    }
    go.countDown();
    assertThat(follower.get(10, TimeUnit.SECONDS).text()).contains("not taken in time");
  }
}
