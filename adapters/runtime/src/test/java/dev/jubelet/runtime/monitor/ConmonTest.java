package dev.jubelet.runtime.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ConmonTest {
  private static String told(String output) {
    return Conmon.complaint(new Commands.Outcome(125, output));
  }

  @Test
  void whatRuncSaysIsHandedOnWithoutItsOrnaments() {
    assertThat(
            told(
                """
                [conmon:w]: failed to write to /proc/self/oom_score_adj: Permission denied
                {"data": -1, "message": "time=\\"2026\\" level=error msg=\\"runc create failed: exec: \\\\\\"/no\\\\\\": no such file\\"\\n"}
                """))
        .isEqualTo("runc create failed: exec: \"/no\": no such file");
  }

  @Test
  void whatIsNoJsonIsTold() {
    assertThat(told("{\"data\": -1, \"message\": \"it \"broke\" there\"}")).contains("broke");
    assertThat(told("[conmon:e]: cannot open the log\n")).contains("cannot open the log");
  }

  @Test
  void silenceIsTold() {
    assertThat(told("\n")).isEqualTo("conmon ended with code 125");
  }

  @Test
  void endlessComplaintsAreCut() {
    assertThat(OciMessage.of("x".repeat(1_000_000))).hasSizeLessThan(3000);
  }
}
