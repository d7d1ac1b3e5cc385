package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.Journal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
  private final List<String> diary = new ArrayList<>();
  private final Journal journal =
      (level, pod, uid, reason, message) -> diary.add(reason + " " + message);
  private final Closing closing = new Closing(journal);

  @Test
  void closesTheLastOneFirstAndGoesOnAfterAFailure() {
    closing.add("server", () -> diary.add("server"));
    closing.add(
        "engine",
        () -> {
          throw new IllegalStateException("stuck");
        });
    closing.add("source", () -> diary.add("source"));
    closing.close();
    closing.close();
    assertThat(diary)
        .containsExactly(
            "source", "CloseFailed engine: java.lang.IllegalStateException: stuck", "server");
  }

  @Test
  void whatIsOpenedTooLateIsClosedAtOnce() {
    closing.close();
    closing.add("late", () -> diary.add("late"));
    assertThat(diary).containsExactly("late");
  }
}
