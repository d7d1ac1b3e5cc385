package dev.jubelet.decide.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.decide.plan.Views;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodMemoryTest {
  private static final ContainerId C = new ContainerId("a-0");
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(10), Views.NOW);
  private static final Retry RETRY =
      new Retry(
          Views.NOW, Views.NOW.plusSeconds(10), new WaitingReason("Trouble", "no luck"), null);

  @Test
  void choresAreRemembered() {
    PodMemory memory = PodMemory.EMPTY.doing(RememberedStep.CGROUP).doing(RememberedStep.UNMOUNTED);
    assertThat(memory.did(RememberedStep.CGROUP)).isTrue();
    assertThat(memory.did(RememberedStep.UNMOUNTED)).isTrue();
    assertThat(memory.did(RememberedStep.DIRECTORIES)).isFalse();
  }

  @Test
  void everyStepLeavesTheMemoryBeforeItAsItWas() {
    PodMemory before = PodMemory.EMPTY;
    before.doing(RememberedStep.CGROUP);
    before.mounted("v", "/v");
    before.failed("k", RETRY);
    before.stopped(new SandboxId("s0"));
    assertThat(before).isEqualTo(PodMemory.EMPTY);
  }

  @Test
  void imageServesOneInstanceOnly() {
    PodMemory ready =
        PodMemory.EMPTY.imageReady("a", Views.image("a")).imageReady("b", Views.image("b"));
    PodMemory made = ready.created("a", null, 0);
    assertThat(made.container("a").image()).isNull();
    assertThat(made.container("b").image()).isEqualTo(Views.image("b"));
  }

  @Test
  void firstInstanceHasNoCrashLaterOnesDo() {
    assertThat(PodMemory.EMPTY.created("a", null, 0).container("a").crash()).isNull();
    PodMemory second = PodMemory.EMPTY.created("a", BACKOFF, 1);
    assertThat(second.container("a").crash()).isEqualTo(BACKOFF);
    assertThat(second.attempts()).containsEntry("a", 1);
  }

  @Test
  void instanceWithoutANewBackOffKeepsTheOldOne() {
    assertThat(PodMemory.EMPTY.crash("a", BACKOFF).created("a", null, 2).container("a").crash())
        .isEqualTo(BACKOFF);
  }

  @Test
  void successForgetsTheFailureOfThatStepOnly() {
    PodMemory failed = PodMemory.EMPTY.failed("one", RETRY).failed("two", RETRY);
    assertThat(failed.succeeded("one").retries()).containsOnlyKeys("two");
    assertThat(failed.succeeded("three")).isSameAs(failed);
  }

  @Test
  void endingPodHasNothingToRetry() {
    PodMemory memory =
        PodMemory.EMPTY.doing(RememberedStep.CGROUP).failed("one", RETRY).crash("a", BACKOFF);
    PodMemory ending = memory.withoutRetries();
    assertThat(ending.retries()).isEmpty();
    assertThat(ending.did(RememberedStep.CGROUP)).isTrue();
    assertThat(ending.container("a").crash()).isEqualTo(BACKOFF);
  }

  @Test
  void pullBackOffEndsWithAPull() {
    PodMemory memory = PodMemory.EMPTY.pull("img", BACKOFF);
    assertThat(memory.actions().pulls()).containsEntry("img", BACKOFF);
    assertThat(memory.pulled("img").actions().pulls()).isEmpty();
  }

  @Test
  void beginningOfAStopIsNotedOnce() {
    PodMemory memory = PodMemory.EMPTY.stopBegun(C, Views.NOW);
    assertThat(memory.stopBegun(C, Views.NOW.plusSeconds(9))).isSameAs(memory);
    assertThat(memory.instance(C).stopBegun()).isEqualTo(Views.NOW);
  }

  @Test
  void attemptsOnlyGrowAndExitsFollowWhatIsSeen() {
    PodMemory memory =
        PodMemory.EMPTY.exited(C, Views.NOW).attempted("a", 0).attempted("a", 3).attempted("a", 1);
    assertThat(memory.instance(C).exitedAt()).isEqualTo(Views.NOW);
    assertThat(memory.exited(C, null).instance(C).exitedAt()).isNull();
    assertThat(memory.attempts()).containsExactly(Map.entry("a", 3));
  }

  @Test
  void orderOfNotingIsKept() {
    PodMemory memory = PodMemory.EMPTY;
    List<String> names = List.of("zeta", "alpha", "mid", "beta", "omega");
    for (String name : names) {
      memory = memory.mounted(name, "/" + name).failed(name, RETRY);
    }
    assertThat(memory.volumePaths().keySet()).containsExactlyElementsOf(names);
    assertThat(memory.retries().keySet()).containsExactlyElementsOf(names);
  }

  @Test
  void memoryCannotBeChangedFromOutside() {
    Map<String, ContainerMemory> containers =
        new LinkedHashMap<>(Map.of("a", new ContainerMemory(null, null, 1)));
    PodMemory memory =
        new PodMemory(
            null, PodProgress.NONE, ActionMemory.NONE, containers, Map.of(), ResizeState.NONE);
    containers.put("a", new ContainerMemory(null, null, 9));
    assertThat(memory.attempts()).containsEntry("a", 1);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> memory.progress().done().add(RememberedStep.CGROUP));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> memory.progress().stopped().add(new SandboxId("s")));
  }
}
