package dev.jubelet.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.file.DirectoryEvents;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Events that the test makes. */
final class HandMadeEvents implements DirectoryEvents {
  final CountDownLatch closed = new CountDownLatch(1);
  final CountDownLatch running = new CountDownLatch(1);
  private volatile Consumer<String> listener = _ -> {};

  @Override
  public void run(Consumer<String> newListener) {
    listener = newListener;
    running.countDown();
    try {
      closed.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  void tell(String name) throws InterruptedException {
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
    listener.accept(name);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
