package dev.jubelet.acceptance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ToolTest {
  @Test
  void keepsOutputAndComplaintsApart() {
    Tool.Result result = Tool.of("sh", "-c", "echo yes; echo no >&2; exit 3").attempt();
    assertThat(result).isEqualTo(new Tool.Result(3, "yes\n", "no\n"));
  }

  @Test
  void failureTellsWordsExitAndComplaint() {
    assertThatThrownBy(() -> Tool.of("sh", "-c", "echo broken >&2; exit 4").run())
        .isInstanceOf(Tool.Failure.class)
        .hasMessageContainingAll("sh -c", "exit 4", "broken");
  }

  @Test
  void endsAtItsDeadline() {
    Tool slow = Tool.of("sleep", "60").within(Duration.ofMillis(50));
    assertThatThrownBy(slow::run).isInstanceOf(Tool.Failure.class).hasMessageContaining("no end");
  }

  @Test
  void missingProgramIsAFailure() {
    assertThatThrownBy(() -> Tool.of("no-such-program-here").run())
        .isInstanceOf(Tool.Failure.class);
  }
}
