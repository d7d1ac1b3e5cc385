package dev.jubelet.decide.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.PodRequests;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.config.LinuxResources;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResizePlanTest {
  private static final String SMALL = "a 100m/200m 1Gi/2Gi";
  private static final String LARGE = "a 200m/400m 2Gi/4Gi";

  @Test
  void makesRoomFirst() {
    ResizePlan plan = plan(SMALL, LARGE, false, null);

    assertThat(Shapes.keys(plan)).containsExactly("pod");
    assertThat(begin(plan).lowered()).isEmpty();
  }

  @Test
  void namesTheContainersWhoseMemoryFalls() {
    ResizePlan plan = plan(LARGE, SMALL, false, null);

    assertThat(begin(plan).lowered()).extracting(ObservedContainer::name).containsExactly("a");
  }

  @Test
  void theRoomIsEnoughForBefore() {
    Pod widest = begin(plan(LARGE, SMALL, false, null)).widest();
    Pod other = begin(plan(SMALL, LARGE, false, null)).widest();

    assertThat(PodRequests.of(widest)).containsEntry("memory", Quantity.parse("2Gi"));
    assertThat(PodRequests.of(other)).isEqualTo(PodRequests.of(widest));
  }

  @Test
  void whoGivesBackComesBeforeWhoGetsMore() {
    String before = "a 100m/200m 1Gi/2Gi, b 200m/400m 2Gi/4Gi";
    String now = "a 200m/400m 2Gi/4Gi, b 100m/200m 1Gi/2Gi";

    assertThat(Shapes.keys(plan(before, now, true, null))).containsExactly("container b");
  }

  @Test
  void whatAnOvertakenResizeMayHaveChangedIsGivenAgain() {
    Pod now = Shapes.pod(SMALL);
    ResizeState.Underway back =
        new ResizeState.Underway(PodAllocation.of(now), Shapes.SINCE, 7, true, true);
    ResizeState state = new ResizeState(null, null, back, Map.of());
    ObservedContainer instance = Shapes.running("a", null);
    Map<Container, ObservedContainer> running =
        Map.of(now.spec().containers().getFirst(), instance);

    assertThat(Shapes.keys(ResizePlan.of(now, state, Shapes.SANDBOX, running)))
        .containsExactly("container a");
    ResizeState given = state.gave(instance.id(), PodAllocation.of(now).amounts("a"));
    assertThat(Shapes.keys(ResizePlan.of(now, given, Shapes.SANDBOX, running)))
        .containsExactly("finish");
  }

  @Test
  void whatHasAllIsLeftAloneAndTheRoomIsTakenBackLast() {
    assertThat(Shapes.keys(plan(SMALL, SMALL, true, null))).containsExactly("finish");
  }

  @ParameterizedTest(name = "{0} → {1}: restart {2}")
  @CsvSource({
    "a! 1/2 1Gi/2Gi, a! 2/2 1Gi/2Gi, true",
    "a! 1/2 1Gi/2Gi, a! 1/3 1Gi/2Gi, true",
    "a! 1/2 1Gi/2Gi, a! 1/2 2Gi/2Gi, false",
    "a# 1/2 1Gi/2Gi, a# 1/2 2Gi/2Gi, true",
    "a# 1/2 1Gi/2Gi, a# 2/2 1Gi/2Gi, false",
    "a!# 1/2 1Gi/2Gi, a!# 2/2 2Gi/2Gi, true",
    "a 1/2 1Gi/2Gi, a 2/2 2Gi/2Gi, false",
  })
  void thePolicyOfTheResourceDecidesAboutARestart(String before, String now, boolean restarts) {
    ResizePlan plan = plan(before, now, true, null);

    assertThat(plan.restarts()).hasSize(restarts ? 1 : 0);
    assertThat(plan.steps()).hasSize(restarts ? 0 : 1);
  }

  /** From 100m/200m and 2Gi to 200m/400m and 4Gi, by what the runtime tells. */
  @ParameterizedTest(name = "quota {0}, shares {1}, memory {2}: {3}")
  @CsvSource({
    "20000, 102, 2147483648, container a",
    "40000, 204, 4294967296, finish",
    "40000, 204, 2147483648, container a",
    "40000, 102, 4294967296, container a",
    "20000, 204, 4294967296, container a",
    "0,     204, 4294967296, finish",
    "-1,    204, 4294967296, finish",
    "0,     204, -1,         container a",
  })
  void goesOnFromWhatTheRuntimeTells(long quota, long shares, long memory, String step) {
    LinuxResources told = Shapes.told(quota, shares, memory);

    assertThat(Shapes.keys(plan(SMALL, LARGE, true, told))).containsExactly(step);
  }

  @Test
  void anInstanceOfWhichNobodyTellsAnythingGetsItsAmountsOnceMore() {
    Pod now = Shapes.pod(LARGE);
    ResizeState state = Shapes.leaving(Shapes.pod(SMALL), true);
    // The machine's clock may have been set: being made later proves nothing.
    Instant later = Shapes.SINCE.plusSeconds(1);

    assertThat(keys(now, state, Shapes.running("a", null))).containsExactly("container a");
    assertThat(keys(now, state, Shapes.running("a", later, null))).containsExactly("container a");
  }

  @Test
  void whatWeGaveCountsBeforeWhatTheRuntimeTells() {
    Pod now = Shapes.pod(LARGE);
    LinuxResources stale = Shapes.told(20_000, 102, 2L << 30);
    ResizeState state =
        Shapes.leaving(Shapes.pod(SMALL), true)
            .gave(new ContainerId("a-0"), PodAllocation.of(now).amounts("a"));

    assertThat(keys(now, state, Shapes.running("a", stale))).containsExactly("finish");
  }

  @Test
  void statusTellsTheOldAmountsUntilTheContainerHasTheNewOnes() {
    Pod now = Shapes.pod(LARGE);
    Container a = now.spec().containers().getFirst();
    Pod before = Shapes.pod(SMALL);
    ResizeState state = Shapes.leaving(before, true);
    ObservedContainer running = Shapes.running("a", null);

    assertThat(state.resources(now, a.resources(), running).requests())
        .isEqualTo(before.spec().containers().getFirst().resources().requests());
    assertThat(
            state
                .gave(running.id(), PodAllocation.of(now).amounts("a"))
                .resources(now, a.resources(), running))
        .isEqualTo(a.resources());
  }

  @Test
  void aContainerWithoutALimitHasItsPods() {
    Pod pod = Shapes.pod("uid", "a 1/- -/-", "resources: {limits: {cpu: 3, memory: 1Gi}}");

    assertThat(PodAllocation.of(pod).amounts("a"))
        .isEqualTo(new ContainerAmounts(1000, 3000, 0, 1L << 30));
  }

  @Test
  void laysWhatWasGivenOverWhatIsWanted() {
    Pod before = Shapes.pod(SMALL);
    Pod wanted = Shapes.pod(LARGE);

    assertThat(PodAllocation.of(before).over(wanted).spec()).isEqualTo(before.spec());
    assertThat(PodAllocation.of(wanted).over(wanted)).isSameAs(wanted);
  }

  private static ResizePlan plan(
      String before, String now, boolean raised, @Nullable LinuxResources told) {
    Pod pod = Shapes.pod(now);
    Map<Container, ObservedContainer> running = new LinkedHashMap<>();
    pod.spec().containers().forEach(c -> running.put(c, Shapes.running(c.name(), told)));
    return ResizePlan.of(pod, Shapes.leaving(Shapes.pod(before), raised), Shapes.SANDBOX, running);
  }

  private static List<String> keys(Pod pod, ResizeState state, ObservedContainer instance) {
    Map<Container, ObservedContainer> running =
        Map.of(pod.spec().containers().getFirst(), instance);
    return Shapes.keys(ResizePlan.of(pod, state, Shapes.SANDBOX, running));
  }

  private static ResizeStep.Begin begin(ResizePlan plan) {
    return (ResizeStep.Begin) plan.steps().getFirst();
  }
}
