package dev.jubelet.images.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a process of its own: a library is loaded once. */
final class ZstdLibraryTest {
  @TempDir Path base = Path.of("");

  /** As good as one that is mounted with noexec: nothing is loaded from there. */
  @Test
  void zstdNeedsNoDirectoryForTemporaryFiles() throws Exception {
    Needed.root();
    Path blob = base.resolve("blob");
    Files.write(blob, Zstd.compress(new TarText().file("f", "x").done()));
    Path root = Files.createDirectory(base.resolve("root"));
    Process unpacking =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + base.resolve("none"),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Unpacking.class.getName(),
                blob.toString(),
                root.toString())
            .inheritIO()
            .start();
    try {
      assertThat(unpacking.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      unpacking.destroyForcibly();
    }
    assertThat(unpacking.exitValue()).isZero();
    assertThat(root).isDirectoryNotContaining(file -> !file.endsWith("f"));
    assertThat(root.resolve("f")).hasContent("x");
  }

  static final class Unpacking {
    private Unpacking() {}

    public static void main(String[] arguments) throws IOException {
      try (InputStream blob = Files.newInputStream(Path.of(arguments[0]))) {
        LayerUnpacker.unpack(blob, Path.of(arguments[1]), Allowances.usual());
      }
    }
  }
}
