package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.kernel.Kernel;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever fills a directory must not decide how much memory its removal takes. */
final class TreeRemovalTest {
  private static final String LONG_NAME = "n".repeat(230);

  @TempDir Path temp;

  @Test
  void directoriesOfManyEntriesGoInSmallBatches() throws IOException {
    for (String inner : List.of("t", "t/a", "t/a/b", "t/c")) {
      Files.createDirectory(temp.resolve(inner));
      for (int i = 0; i < 100; i++) {
        Files.createFile(temp.resolve(inner, LONG_NAME + i));
      }
    }
    // Two of those names fit into a batch.
    remove(new TreeRemoval.Limits(600, 64, 100));
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void aWideTreeDeeperThanItsOpenDirectoriesIsMovedUpBitByBit() throws IOException {
    for (int branch = 0; branch < 8; branch++) {
      makeChain("b" + branch, 20);
    }
    remove(new TreeRemoval.Limits(600, 4, 5));
    assertThat(temp).isEmptyDirectory();
  }

  /** On a full disk a directory may have no room for one more name. */
  @Test
  void aDeepTreeGoesWhereNothingCanBeMoved() throws IOException {
    for (int branch = 0; branch < 3; branch++) {
      makeChain("b" + branch, 40);
    }
    remove(new TreeRemoval.Limits(600, 4, 0));
    assertThat(temp).isEmptyDirectory();
  }

  private void makeChain(String branch, int depth) throws IOException {
    Path level = Files.createDirectories(temp.resolve("t", branch));
    for (int i = 0; i < depth; i++) {
      level = Files.createDirectory(level.resolve("d"));
      Files.createFile(level.resolve("f"));
      Files.createDirectory(level.resolve("empty"));
    }
  }

  private void remove(TreeRemoval.Limits limits) {
    try (OpenDirectory holder = OpenDirectory.at(temp)) {
      TreeRemoval.run(holder, Kernel.bytes("t"), limits);
    }
  }

  /** Deeper than any path that the kernel takes: made step by step, as a pod can. */
  @Test
  @Tag("long")
  void tenThousandLevelsGoOnASmallStack() throws Exception {
    byte[] name = Kernel.bytes("d".repeat(200));
    OpenDirectory level = OpenDirectory.at(Files.createDirectory(temp.resolve("t")));
    for (int depth = 0; depth < 10_000; depth++) {
      Kernel.mkdirat(level.fd(), name, 0700);
      OpenDirectory inner = level.child(name);
      level.close();
      level = inner;
    }
    assertThat(level.toString().length()).isLessThan(5000);
    level.close();
    List<Throwable> failed = new CopyOnWriteArrayList<>();
    Thread caller = new Thread(null, () -> SafeTree.remove(temp, Path.of("t")), "small", 192 << 10);
    caller.setUncaughtExceptionHandler((_, thrown) -> failed.add(thrown));
    caller.start();
    caller.join(Duration.ofSeconds(60));
    assertThat(failed).isEmpty();
    assertThat(temp).isEmptyDirectory();
  }

  /** 60 MB of names, removed by a process with a heap of 12 MiB. */
  @Test
  @Tag("long")
  void twoHundredThousandFilesTakeNoMoreMemoryThanOne() throws Exception {
    Path tree = Files.createDirectory(temp.resolve("t"));
    try (OpenDirectory directory = OpenDirectory.at(tree)) {
      for (int i = 0; i < 200_000; i++) {
        directory.writeNew(LONG_NAME + i, new byte[0], 0600);
      }
    }
    Process removal =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx12m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Remover.class.getName(),
                temp.toString())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.INHERIT)
            .start();
    try {
      assertThat(removal.waitFor(3, TimeUnit.MINUTES)).isTrue();
      assertThat(removal.exitValue()).isZero();
    } finally {
      removal.destroyForcibly();
    }
    assertThat(temp).isEmptyDirectory();
  }

  static final class Remover {
    private Remover() {}

    public static void main(String[] arguments) {
      SafeTree.remove(Path.of(arguments[0]), Path.of("t"));
    }
  }
}
