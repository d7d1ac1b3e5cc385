package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VirtualEffectsTest {
  private record Bug(String where, Throwable thrown) {}

  private final CompletableFuture<Bug> bug = new CompletableFuture<>();
  private final VirtualEffects effects =
      new VirtualEffects((where, thrown) -> bug.complete(new Bug(where, thrown)));

  @Test
  void handsOverWhatTheWorkReturnedOnAThreadNamedAfterIt() throws Exception {
    CompletableFuture<String> done = new CompletableFuture<>();
    effects.run("pull image x", () -> Thread.currentThread().getName(), done::complete);
    assertThat(done.get(60, TimeUnit.SECONDS)).isEqualTo("pull image x");
  }

  @Test
  void runsStepsOffTheCallersStack() throws Exception {
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    effects.execute(() -> ran.complete(Thread.currentThread()));
    Thread thread = ran.get(60, TimeUnit.SECONDS);
    assertThat(thread.isVirtual()).isTrue();
    assertThat(thread).isNotEqualTo(Thread.currentThread());
  }

  @Test
  void anExceptionThatLeavesWorkIsReportedWithItsName() throws Exception {
    effects.run(
        "mount v",
        () -> {
          throw new IllegalStateException("no");
        },
        _ -> {});
    Bug found = bug.get(60, TimeUnit.SECONDS);
    assertThat(found.where()).isEqualTo("mount v");
    assertThat(found.thrown()).hasMessage("no");
  }

  @Test
  void anErrorThatLeavesAStepIsReported() throws Exception {
    effects.execute(() -> {
      throw new AssertionError("worse");
    });
    assertThat(bug.get(60, TimeUnit.SECONDS).thrown()).hasMessage("worse");
  }
}
