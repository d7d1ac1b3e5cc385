package dev.jubelet.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.Journal.Level;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogLinesTest {
  private static final Instant AT =
      LocalDateTime.parse("2025-11-15T20:40:01.123456").atZone(ZoneId.systemDefault()).toInstant();
  private static final PodName WEB = new PodName("default", "web");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void writesTextAsKlogDoes() {
    journal(LogFormat.TEXT, 0).write(Level.NORMAL, WEB, new PodUid("u1"), "Started", "container a");

    assertThat(written())
        .isEqualTo(
            "I1115 20:40:01.123456 reason=\"Started\" pod=\"default/web\" podUID=\"u1\""
                + " msg=\"container a\"\n");
  }

  @Test
  void writesOneJsonObjectPerLine() {
    journal(LogFormat.JSON, 0).write(Level.WARNING, "BackOff", "waits 40s");

    assertThat(written())
        .isEqualTo(
            "{\"ts\":"
                + AT.toEpochMilli()
                + ".456,\"level\":\"warning\",\"reason\":\"BackOff\",\"msg\":\"waits 40s\"}\n");
  }

  @Test
  void neverLetsAMessageForgeALineOrSteerATerminal() {
    journal(LogFormat.TEXT, 0)
        .write(Level.ERROR, WEB, null, "Failed", "a\nE1115 \"b\"\\\u001b[31m\u202e\u0085\uD800c😀");

    assertThat(written())
        .endsWith("msg=\"a\\nE1115 \\\"b\\\"\\\\\\u001b[31m\\u202e\\u0085\\ud800c😀\"\n");
    assertThat(written().lines()).hasSize(1);
  }

  @Test
  void cutsMessagesWithoutEnd() {
    journal(LogFormat.TEXT, 0).write(Level.NORMAL, "Long", "x".repeat(100_000));

    assertThat(written()).hasSizeLessThan(9_000).contains("… (91808 more characters)");
  }

  @ParameterizedTest
  @CsvSource({"0,false", "3,false", "4,true", "9,true"})
  void showsDetailsFromVerbosity4On(int verbosity, boolean shown) {
    journal(LogFormat.TEXT, verbosity).write(Level.DETAIL, "Plan", "nothing to do");

    assertThat(written().isEmpty()).isNotEqualTo(shown);
  }

  @Test
  void survivesAReaderThatIsGone() {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };

    new LineJournal(new LineWriter(gone, LogFormat.TEXT), 0, InstantSource.fixed(AT))
        .write(Level.NORMAL, "Started", "m");

    assertThat(written()).isEmpty();
  }

  private Journal journal(LogFormat format, int verbosity) {
    return new LineJournal(new LineWriter(out, format), verbosity, InstantSource.fixed(AT));
  }

  private String written() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
