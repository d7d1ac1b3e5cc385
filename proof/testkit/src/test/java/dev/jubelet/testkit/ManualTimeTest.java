package dev.jubelet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTest {
  private final ManualTime time = new ManualTime();
  private final List<String> ran = new ArrayList<>();

  private NodeTime.Alarm set(int seconds, String name) {
    return time.after(Duration.ofSeconds(seconds), () -> ran.add(name + "@" + elapsed()));
  }

  private long elapsed() {
    return Duration.between(ManualTime.DAWN, time.now()).toSeconds();
  }

  @Test
  void tasksRunInTheOrderOfTheirTimesAndOfTheirSetting() {
    set(2, "b");
    set(1, "a");
    set(2, "c");
    time.advance(Duration.ofSeconds(5));
    assertThat(ran).containsExactly("a@1", "b@2", "c@2");
    assertThat(elapsed()).isEqualTo(5);
  }

  @Test
  void taskSetByATaskRunsInTheSameAdvance() {
    time.after(Duration.ofSeconds(1), () -> set(1, "later"));
    time.advance(Duration.ofSeconds(2));
    assertThat(ran).containsExactly("later@2");
  }

  @Test
  void cancelledTaskDoesNotRun() {
    set(1, "a").cancel();
    time.advance(Duration.ofSeconds(2));
    assertThat(ran).isEmpty();
  }

  @Test
  void runNextGoesToTheNextTask() {
    set(7, "a");
    assertThat(time.runNext()).isTrue();
    assertThat(time.runNext()).isFalse();
    assertThat(ran).containsExactly("a@7");
  }

  @Test
  void settingTheWallClockMovesNoAlarm() {
    set(10, "a");
    time.setWall(ManualTime.DAWN.plus(Duration.ofDays(1)));
    time.advance(Duration.ofSeconds(1));
    assertThat(ran).isEmpty();
    assertThat(time.wall()).isEqualTo(ManualTime.DAWN.plus(Duration.ofDays(1)).plusSeconds(1));
  }
}
