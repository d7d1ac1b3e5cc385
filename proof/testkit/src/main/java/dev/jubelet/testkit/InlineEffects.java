package dev.jubelet.testkit;

import dev.jubelet.ports.Effects;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Effects without threads: at once, or one by one when the test says so. Even at once nothing runs
 * inside something else that runs: it waits for its turn.
 */
public final class InlineEffects implements Effects {
  private record Step(String name, Runnable work) {}

  private final Deque<Step> waiting = new ArrayDeque<>();
  private final boolean atOnce;
  private boolean running;

  private InlineEffects(boolean atOnce) {
    this.atOnce = atOnce;
  }

  public static InlineEffects atOnce() {
    return new InlineEffects(true);
  }

  public static InlineEffects stepwise() {
    return new InlineEffects(false);
  }

  @Override
  public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
    add(new Step(name, () -> done.accept(work.get())));
  }

  @Override
  public void execute(Runnable step) {
    add(new Step("", step));
  }

  private void add(Step step) {
    waiting.add(step);
    if (atOnce && !running) {
      runAll();
    }
  }

  /** Names of what waits; logic steps have none. */
  public List<String> pending() {
    return waiting.stream().map(Step::name).toList();
  }

  /** Runs the step that waits longest; false when none does. */
  public boolean runNext() {
    Step next = waiting.poll();
    if (next == null) {
      return false;
    }
    boolean outer = running;
    running = true;
    try {
      next.work().run();
    } finally {
      running = outer;
    }
    return true;
  }

  /** Runs until nothing waits, also what the steps add. */
  public void runAll() {
    boolean ran = true;
    while (ran) {
      ran = runNext();
    }
  }

  /** A crash of our process: what waits is lost. */
  public void forgetAll() {
    waiting.clear();
  }
}
