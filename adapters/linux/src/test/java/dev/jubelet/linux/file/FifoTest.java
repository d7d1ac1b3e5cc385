package dev.jubelet.linux.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class FifoTest {
  @TempDir Path directory;

  @Test
  void tellsWhoListensAndDoesNotWaitForAnybodyElse() throws Exception {
    Path fifo = directory.resolve("ctl");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Fifo.tell(fifo, "hello\n".getBytes(UTF_8)))
        .withMessageContaining("there is nobody at the other end");
    // With both ends open in one process neither side waits for the other.
    Process reader =
        new ProcessBuilder("sh", "-c", "exec 3<>\"$0\"; echo ready; head -n 1 <&3", fifo.toString())
            .start();
    assertThat(reader.inputReader().readLine()).isEqualTo("ready");
    Fifo.tell(fifo, "hello\n".getBytes(UTF_8));
    assertThat(reader.inputReader().readLine()).isEqualTo("hello");
    assertThat(reader.waitFor()).isZero();
    assertThat(Files.exists(fifo)).isTrue();
  }
}
