package dev.jubelet.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnOomScoreTest {
  @TempDir Path directory;

  private String after(String before) throws IOException {
    Path file = Files.writeString(directory.resolve("oom_score_adj"), before);
    assertThat(new OwnOomScore(file).lowerTo(OwnOomScore.NODE_AGENT)).isEmpty();
    return Files.readString(file).strip();
  }

  @Test
  void isLoweredAndNeverRaised() throws IOException {
    assertThat(after("0\n")).isEqualTo("-999");
    assertThat(after("-1000\n")).isEqualTo("-1000");
  }

  @Test
  void saysWhyItCannotBe() {
    assertThat(new OwnOomScore(directory.resolve("none")).lowerTo(-999))
        .hasValueSatisfying(why -> assertThat(why).contains("CAP_SYS_RESOURCE", "-999"));
  }
}
