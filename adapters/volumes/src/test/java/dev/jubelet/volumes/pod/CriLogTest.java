package dev.jubelet.volumes.pod;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CriLogTest {
  private static final String LOG =
      """
      2026-01-01T00:00:00.1Z stdout F one
      2026-01-01T00:00:00.2Z stderr P long line,
      2026-01-01T00:00:00.3Z stderr F  continued
      garbage
      2026-01-01T00:00:00.4Z stdout F:tag last
      """;

  @Test
  void givesMessagesOnlyAndJoinsPartialLines() {
    assertThat(text(LOG, true, 80, 4096)).isEqualTo("one\nlong line, continued\nlast\n");
  }

  @Test
  void takesTheLastLines() {
    assertThat(text(LOG, true, 1, 4096)).isEqualTo("last\n");
  }

  @Test
  void leavesOutALineWithoutItsBeginning() {
    assertThat(text("stdout F lost its head\n" + LOG.lines().findFirst().orElse(""), false, 9, 99))
        .isEqualTo("one\n");
  }

  @Test
  void doesNotBeginInsideACharacter() {
    assertThat(text("t stdout F aüb\n", true, 9, 3)).isEqualTo("b\n");
    assertThat(text("t stdout F aüb\n", true, 9, 4)).isEqualTo("üb\n");
  }

  @Test
  void keepsEmptyMessagesAndReadsAnEmptyLog() {
    assertThat(text("t stdout F \nt stdout F x\n", true, 9, 99)).isEqualTo("\nx\n");
    assertThat(text("", true, 9, 99)).isEmpty();
  }

  private static String text(String log, boolean fromStart, int lines, int bytes) {
    return CriLog.string(CriLog.text(log.getBytes(UTF_8), fromStart, lines, bytes));
  }
}
