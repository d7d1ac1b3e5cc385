package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.Journal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseStackTest {
  private final List<String> lines = new ArrayList<>();
  private final Journal journal =
      (level, pod, uid, reason, message) -> lines.add(reason + " " + message);
  private final CloseStack closing = new CloseStack(journal);

  @Test
  void closesTheLastOneFirstAndGoesOnAfterAFailure() {
    closing.add("server", () -> lines.add("server"));
    closing.add(
        "engine",
        () -> {
          throw new IllegalStateException("stuck");
        });
    closing.add("source", () -> lines.add("source"));
    closing.close();
    closing.close();
    assertThat(lines)
        .containsExactly(
            "source", "CloseFailed engine: java.lang.IllegalStateException: stuck", "server");
  }

  @Test
  void whatIsOpenedTooLateIsClosedAtOnce() {
    closing.close();
    closing.add("late", () -> lines.add("late"));
    assertThat(lines).containsExactly("late");
  }
}
