package dev.jubelet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.ports.Effects;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * With real threads: nothing is lost, nothing is told twice, and nobody is called by two at once.
 */
@Timeout(60)
class MailboxStressTest {
  private static final int SENDERS = 50;
  private static final int EVENTS = 2000;

  /** Effects on virtual threads; a failure of a step is expected here and goes nowhere. */
  private static final class VirtualThreads implements Effects, AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @Override
    public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
      execute(() -> done.accept(work.get()));
    }

    @Override
    public void execute(Runnable step) {
      threads.execute(() -> {
        try {
          step.run();
        } catch (IllegalStateException expected) {
          assertThat(expected).hasMessage("the owner fails now and then");
        }
      });
    }

    @Override
    public void close() {
      threads.close();
    }
  }

  private record Count(int sender, int first, int last) {}

  /** Owned by the mailbox: deliberately without any lock. */
  private static final class Owner {
    final Map<Integer, Integer> next = new HashMap<>();
    final AtomicInteger inside = new AtomicInteger();
    final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    final AtomicLong heard = new AtomicLong();
    final CountDownLatch allHeard = new CountDownLatch(1);
    final boolean fails;

    Owner(boolean fails) {
      this.fails = fails;
    }

    void hear(Count count) {
      if (inside.incrementAndGet() != 1) {
        wrong.add("two at once at " + count);
      }
      int expected = next.getOrDefault(count.sender(), 0);
      if (count.first() != expected) {
        wrong.add("expected " + expected + ", heard " + count);
      }
      next.put(count.sender(), count.last() + 1);
      inside.decrementAndGet();
      if (heard.addAndGet(count.last() - count.first() + 1) == (long) SENDERS * EVENTS) {
        allHeard.countDown();
      }
      if (fails && count.last() % 7 == 0) {
        throw new IllegalStateException("the owner fails now and then");
      }
    }
  }

  private static void stress(Owner owner) throws InterruptedException {
    try (VirtualThreads effects = new VirtualThreads();
        ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      Mailbox<Count> mailbox =
          new Mailbox<>(
              effects,
              owner::hear,
              Count::sender,
              (older, newer) -> new Count(older.sender(), older.first(), newer.last()));
      for (int sender = 0; sender < SENDERS; sender++) {
        int me = sender;
        senders.execute(() -> {
          for (int i = 0; i < EVENTS; i++) {
            mailbox.put(new Count(me, i, i));
          }
        });
      }
      assertThat(owner.allHeard.await(30, TimeUnit.SECONDS)).as("all events arrive").isTrue();
    }
    assertThat(owner.wrong).isEmpty();
    assertThat(owner.heard).hasValue((long) SENDERS * EVENTS);
  }

  @Test
  void manySendersAndOneOwner() throws InterruptedException {
    stress(new Owner(false));
  }

  @Test
  void manySendersAndAnOwnerThatFailsNowAndThen() throws InterruptedException {
    stress(new Owner(true));
  }
}
