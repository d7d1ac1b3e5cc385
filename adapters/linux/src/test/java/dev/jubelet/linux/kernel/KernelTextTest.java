package dev.jubelet.linux.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTextTest {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 4095, 4096, 4097, 100_000})
  void readsAllOfIt(int length) throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "é".repeat(length / 2) + "x");
    assertThat(KernelText.read(file)).isEqualTo("é".repeat(length / 2) + "x");
  }

  @Test
  void readsWhatHasNoSize() throws IOException {
    assertThat(KernelText.read(Path.of("/proc/sys/kernel/pid_max"))).matches("[0-9]+\n");
    assertThat(KernelText.read(Path.of("/proc/self/mountinfo"))).contains(" / ").endsWith("\n");
  }
}
