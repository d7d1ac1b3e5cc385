package dev.jubelet.cluster.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nobody who may create pods and ConfigMaps fills the heap that the launcher gives a node. */
@Tag("long")
@Timeout(150)
final class SmallHeapTest {
  @TempDir private Path directory = Path.of("");

  /** What a node says at its end, after a start from nothing. */
  private String node(HugeApiServer server, int configMaps) throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:+UseCompactObjectHeaders",
                    "-Xmx96m",
                    "-XX:NewRatio=1",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SmallHeapNode.class.getName(),
                    server.url(),
                    directory.toString(),
                    Integer.toString(configMaps)))
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(said).isZero();
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  private static HugeApiServer pods(int count, String filler, int times) throws IOException {
    return new HugeApiServer(count, filler, times, 0);
  }

  @Test
  void podsWithOneWideCharacterInALongValue() throws Exception {
    try (HugeApiServer server = pods(60, "aaaaaaaaaaaaa€", 100_000)) {
      assertThat(node(server, 0)).startsWith("taken 0, refused 60, 0 KiB");
    }
  }

  @Test
  void podsWhoseCharactersAreSentAsEscapes() throws Exception {
    try (HugeApiServer server = pods(50, "\\u003c", 1_300_000)) {
      String first = node(server, 0);
      assertThat(first).startsWith("taken 19, refused 31");
      // The next life has those of the one before, and lists them all again.
      assertThat(node(server, 0)).startsWith("taken 19, refused 31");
    }
  }

  @Test
  void manyPodsOfOneMebibyte() throws Exception {
    try (HugeApiServer server = pods(110, "a", 1 << 20)) {
      assertThat(node(server, 0)).startsWith("taken 23, refused 87");
    }
  }

  @Test
  void manyPodsOfAHundredKilobytesAllFit() throws Exception {
    try (HugeApiServer server = pods(110, "a", 100_000)) {
      assertThat(node(server, 0)).startsWith("taken 110, refused 0");
    }
  }

  @Test
  void manyLargeConfigMaps() throws Exception {
    try (HugeApiServer server = new HugeApiServer(0, "a", 1_000_000, 0)) {
      assertThat(node(server, 800))
          .startsWith("taken 16, refused 784")
          .contains("there is no memory for ConfigMap", "API objects may use 16 MiB of memory");
    }
  }

  @Test
  void configMapsOfEmptyKeys() throws Exception {
    try (HugeApiServer server = new HugeApiServer(0, "a", 0, 100_000)) {
      assertThat(node(server, 80))
          .startsWith("taken 0, refused 80")
          .contains("it takes more than 4096 KiB of memory");
    }
  }
}
