package dev.jubelet.runtime.oci.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RlimitTest {
  @ParameterizedTest
  @CsvSource({
    "nofile=1024:4096,RLIMIT_NOFILE,1024,4096",
    "NOFILE=1024,RLIMIT_NOFILE,1024,1024",
    "RLIMIT_CORE=0:0,RLIMIT_CORE,0,0",
    "memlock=65536:unlimited,RLIMIT_MEMLOCK,65536,-1",
    "core=-1:-1,RLIMIT_CORE,-1,-1",
    "nproc=unlimited,RLIMIT_NPROC,-1,-1",
  })
  void readsWhatPeopleWrite(String text, String type, long soft, long hard) {
    assertThat(Rlimit.parse(text)).isEqualTo(new Rlimit(type, soft, hard));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nofile",
        "=1:2",
        "files=1:2",
        "nofile=",
        "nofile=x",
        "nofile=1:",
        "nofile=2:1",
        "nofile=1:2:3",
        "nofile=-2",
        "nofile=unlimited:5",
        "nofile=99999999999999999999"
      })
  void saysWhatIsWrong(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rlimit.parse(text))
        .withMessageContaining("'" + text + "' is no limit");
  }

  @Test
  void readsWhatTheKernelSays() {
    assertThat(
            Rlimit.ofKernel(
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max cpu time              unlimited            unlimited            seconds
                Max open files            1024                 524288               files
                Max nice priority         0                    0
                Max something new         1                    2                    things
                """))
        .containsExactly(
            new Rlimit("RLIMIT_CPU", -1, -1),
            new Rlimit("RLIMIT_NOFILE", 1024, 524288),
            new Rlimit("RLIMIT_NICE", 0, 0));
  }

  @Test
  void understandsEveryLineOfThisKernel() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("/proc/self/limits"))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(Rlimit.ofKernel(text)).hasSize((int) text.lines().count() - 1);
    }
  }
}
