package dev.jubelet.app.assembly;

import dev.jubelet.ports.Effects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Effects on virtual threads that bear the name of their work. */
public record VirtualEffects(BugReport bugs) implements Effects {
  @Override
  public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
    start(name, () -> done.accept(work.get()));
  }

  @Override
  public void execute(Runnable step) {
    start("step", step);
  }

  private void start(String name, Runnable task) {
    Thread.ofVirtual().name(name).start(bugs.around(name, task));
  }
}
