package dev.jubelet.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProcessTreeTest {
  private static final ProcessTree.Target TARGET = new ProcessTree.Target(100, 200, 50, Set.of());
  private static final List<String> INSIDE = List.of("1:cpu:/pod/c", "0::/");
  private static final List<String> DEEPER = List.of("1:cpu:/pod/c/sub", "0::/");
  private static final List<String> OUTSIDE = List.of("1:cpu:/pod/c2", "0::/");
  private static final Set<String> PIPES = Set.of("pipe:[7]", "pipe:[8]");

  private static ProcessInfo seen(long pid, long parent, long session, List<String> cgroups) {
    return new ProcessInfo(pid, parent, session, false, cgroups, Set.of());
  }

  private static Set<Long> kin(ProcessInfo... processes) {
    return ProcessTree.kin(List.of(processes), TARGET, PIPES);
  }

  private static final ProcessInfo STARTER = seen(100, 1, 1, List.of("1:cpu:/", "0::/"));
  private static final ProcessInfo INIT = seen(50, 1, 50, INSIDE);
  private static final ProcessInfo FIRST = seen(200, 100, 200, INSIDE);

  @Test
  void childrenOfChildrenBelongToIt() {
    assertThat(
            kin(
                STARTER,
                INIT,
                FIRST,
                seen(203, 202, 203, INSIDE),
                seen(202, 200, 202, INSIDE),
                seen(60, 50, 50, INSIDE)))
        .containsExactlyInAnyOrder(200L, 202L, 203L);
  }

  @Test
  void whoLeftItsParentsIsKnownByItsSession() {
    assertThat(kin(STARTER, INIT, FIRST, seen(210, 50, 200, INSIDE), seen(211, 210, 211, DEEPER)))
        .containsExactlyInAnyOrder(200L, 210L, 211L);
  }

  @Test
  void aSessionThatARuntimeMadeBeforehandIsItsOwn() {
    ProcessInfo first = seen(200, 100, 199, INSIDE);
    assertThat(kin(STARTER, INIT, first, seen(210, 50, 199, INSIDE)))
        .containsExactlyInAnyOrder(200L, 210L);
  }

  @Test
  void aSessionThatItSharesWithTheContainerSaysNothing() {
    ProcessInfo first = seen(200, 100, 50, INSIDE);
    assertThat(kin(STARTER, INIT, first, seen(60, 50, 50, INSIDE))).containsExactly(200L);
  }

  @Test
  void whoLeftEvenItsSessionIsKnownByItsPipes() {
    ProcessInfo daemon = new ProcessInfo(220, 50, 220, false, DEEPER, Set.of("pipe:[8]"));
    ProcessInfo other = new ProcessInfo(221, 50, 221, false, INSIDE, Set.of("pipe:[9]"));
    assertThat(kin(STARTER, INIT, FIRST, daemon, other)).containsExactlyInAnyOrder(200L, 220L);
  }

  @Test
  void childrenAreFoundAlsoWhenTheProcessItselfHasEnded() {
    assertThat(kin(STARTER, INIT, seen(210, 50, 200, INSIDE))).containsExactly(210L);
  }

  @Test
  void anotherProcessWithTheSameNumberIsLeftAlone() {
    ProcessInfo stranger = seen(200, 1, 200, OUTSIDE);
    assertThat(kin(STARTER, INIT, stranger, seen(201, 200, 200, OUTSIDE))).isEmpty();
  }

  @Test
  void nobodyOutsideTheContainerIsTouchedThoughItHoldsThePipes() {
    ProcessInfo us = new ProcessInfo(30, 1, 1, false, List.of("1:cpu:/", "0::/"), PIPES);
    assertThat(kin(STARTER, INIT, FIRST, us)).containsExactly(200L);
  }

  @Test
  void theContainersFirstProcessIsSparedThoughItHoldsThePipes() {
    ProcessInfo init = new ProcessInfo(50, 1, 50, false, INSIDE, PIPES);
    assertThat(kin(STARTER, init, FIRST)).containsExactly(200L);
  }

  @Test
  void theDeadNeedNotBeKilled() {
    ProcessInfo dead = new ProcessInfo(202, 200, 200, true, INSIDE, Set.of());
    assertThat(kin(STARTER, INIT, FIRST, dead)).containsExactly(200L);
  }

  @Test
  @Timeout(60)
  void aChildOfOursIsKilledWithItsChildren() throws Exception {
    Process root =
        new ProcessBuilder("sh", "-c", "sh -c 'sleep 999 & echo $!; sleep 999' & sleep 999")
            .start();
    try (BufferedReader reader = root.inputReader()) {
      assertThat(reader.readLine()).matches("\\d+");
      ProcessTree.ofThisMachine().killOwn(root.pid());
      assertThat(root.waitFor(20, TimeUnit.SECONDS)).isTrue();
      // Its output ends only when all of them have gone.
      assertThat(reader.readLine()).isNull();
    }
  }
}
